package io.pgcopy.connect.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The plugin's version, as the build wrote it. */
public final class Version {
    private static final String VERSION = read();

    private Version() {}

    public static String text() {
        return VERSION;
    }

    private static String read() {
        Properties properties = new Properties();
        try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
            if (file == null) {
                throw new IllegalStateException("version.properties is missing from the plugin");
            }
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
