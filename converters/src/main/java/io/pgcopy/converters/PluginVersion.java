/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version that the build wrote into the jar. */
public final class PluginVersion {
    private static final String RESOURCE = "version.properties";
    private static final String VERSION = read();

    private PluginVersion() {}

    public static String text() {
        return VERSION;
    }

    private static String read() {
        Properties properties = new Properties();
        try (InputStream resource = PluginVersion.class.getResourceAsStream(RESOURCE)) {
            properties.load(Objects.requireNonNull(resource, RESOURCE + " is missing from the converters' jar"));
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " of the converters' jar cannot be read", e);
        }
        return properties.getProperty("version");
    }
}
