/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.jspecify.annotations.Nullable;

/** Writes values of one Connect schema, null among them where the schema has a form for it. */
sealed interface NullableWriter permits RequiredWriter, OptionalWriter {
    /**
     * @throws org.apache.kafka.connect.errors.DataException where the value, or its absence, is not of the schema
     */
    void write(@Nullable Object value, AvroOutput out);
}
