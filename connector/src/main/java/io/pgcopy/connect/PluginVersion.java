/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this plugin, as the build wrote it beside this class. */
public final class PluginVersion {
    private PluginVersion() {}

    /** The version, as Maven writes it. */
    public static String current() {
        try (InputStream file = PluginVersion.class.getResourceAsStream("version.txt")) {
            if (file == null) {
                throw new IllegalStateException("resource version.txt is missing from the plugin");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
