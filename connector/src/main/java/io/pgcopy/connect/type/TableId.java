/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

/** A relation's catalog name: {@code nspname} and {@code relname}, unquoted and exactly as stored. */
public record TableId(String schema, String name) {
    /** For messages. */
    @Override
    public String toString() {
        return Printable.text(schema + "." + name);
    }
}
