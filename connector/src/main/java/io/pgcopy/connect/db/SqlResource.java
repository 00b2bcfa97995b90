/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A catalog query kept beside this class as {@code name.sql}, complete: it runs in psql as it is. */
public final class SqlResource {
    private final String query;

    private SqlResource(String query) {
        this.query = query;
    }

    public static SqlResource named(String name) {
        try (InputStream file = SqlResource.class.getResourceAsStream(name + ".sql")) {
            if (file == null) {
                throw new IllegalStateException("resource " + name + ".sql is missing from the plugin");
            }
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
            return new SqlResource(text.substring(0, text.lastIndexOf(';')));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The whole query. */
    public String all() {
        return query;
    }

    /** The rows for which a condition on the query's own columns holds. */
    public String where(String condition) {
        return "SELECT * FROM (\n" + query + "\n) AS rows WHERE " + condition;
    }
}
