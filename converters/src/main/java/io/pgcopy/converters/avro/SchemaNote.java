/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.jspecify.annotations.Nullable;

/** What the place of a schema says of it: whether null may stand there, a field's default and its doc. */
record SchemaNote(
        boolean optional,
        @Nullable Object fallback,
        @Nullable String doc) {
    static final SchemaNote NONE = new SchemaNote(false, null, null);

    SchemaNote asOptional() {
        return new SchemaNote(true, fallback, doc);
    }
}
