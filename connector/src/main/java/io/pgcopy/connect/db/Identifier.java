/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.Printable;
import io.pgcopy.connect.type.TableId;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;

/** The one way in which a name gets into SQL text: quoted, whatever it holds. */
public final class Identifier {
    // NAMEDATALEN - 1; a longer name would be cut by the server and then mean another object.
    private static final int MAX_BYTES = 63;

    private Identifier() {}

    /** The name as a quoted identifier: {@code sales} is {@code "sales"}, {@code a"b} is {@code "a""b"}. */
    public static String quote(String name) {
        if (name.isEmpty()) {
            throw new ConnectException("An empty name is not an identifier of PostgreSQL.");
        }
        if (name.indexOf('\0') >= 0) {
            throw new ConnectException("A name with a NUL character is not an identifier of PostgreSQL.");
        }
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new ConnectException("Name " + Printable.text(name) + " has " + bytes
                    + " bytes, PostgreSQL's limit is " + MAX_BYTES + ".");
        }
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Schema and name, both quoted. */
    public static String quote(TableId table) {
        return quote(table.schema()) + "." + quote(table.name());
    }

    /** A column list: {@code "a", "b"}; empty for no columns. */
    public static String quote(Collection<String> names) {
        return names.stream().map(Identifier::quote).collect(Collectors.joining(", "));
    }
}
