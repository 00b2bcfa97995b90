/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for, as system properties: {@code source.url}, {@code target.url} and the like.
 *
 * @param source the user's own database, or empty for an embedded server with sample tables
 * @param tables in the form of the connector's {@code tables}
 * @param sampleRows files in the sample's blob table
 * @param stall how long nothing may move before the run counts as failed
 */
record QuickstartSettings(
        Optional<Address> source,
        Optional<Address> target,
        String tables,
        int sampleRows,
        Duration stall,
        Path examples) {

    /** A database and who logs in to it. */
    record Address(String url, String user, String password) {

        Connection connect() throws SQLException {
            Properties login = new Properties();
            login.setProperty("user", user);
            login.setProperty("password", password);
            login.setProperty("connectTimeout", "10");
            return DriverManager.getConnection(url, login);
        }

        /** Why it cannot be used, and where to look. */
        String failure(String side, SQLException e) {
            return "the " + side + " (" + this + ") cannot be used: " + reason(e) + " (see -D" + side + ".url, -D"
                    + side + ".user, -D" + side + ".password)";
        }

        // DriverManager repeats a URL for which it has no driver.
        private String reason(SQLException e) {
            return String.valueOf(e.getMessage()).replace(url, place());
        }

        /** Without what a URL may hold besides the place. */
        private String place() {
            return url.replaceFirst("[?;].*", "").replaceFirst("//[^/]*@", "//");
        }

        @Override
        public String toString() {
            return user + " at " + place();
        }
    }

    static QuickstartSettings fromSystemProperties() {
        Optional<Address> source = address("source");
        Optional<Address> target = address("target");
        if (source.isPresent() != target.isPresent()) {
            throw new IllegalArgumentException(
                    "give both -Dsource.url and -Dtarget.url to copy between databases of your own, or neither");
        }
        return new QuickstartSettings(
                source,
                target,
                property("tables", source.isPresent() ? "public.*" : SampleDatabase.SCHEMA + ".*"),
                Integer.parseInt(property("sample.rows", "1500")),
                Duration.ofSeconds(Long.parseLong(property("stall.seconds", "120"))),
                Path.of(property("examples", "../config-examples")));
    }

    private static Optional<Address> address(String side) {
        return Optional.of(property(side + ".url", ""))
                .filter(url -> !url.isEmpty())
                .map(url ->
                        new Address(url, property(side + ".user", System.getProperty("user.name")), password(side)));
    }

    /** By the environment, since a command line can be read by every user of the machine. */
    private static String password(String side) {
        return System.getenv().getOrDefault("PGCOPY_" + side.toUpperCase(Locale.ROOT) + "_PASSWORD", "");
    }

    /** Maven hands on an expression that has no value as it stands; that counts as not given. */
    private static String property(String key, String standard) {
        @Nullable String value = System.getProperty(key);
        return value == null || value.isBlank() || value.startsWith("${") ? standard : value;
    }
}
