/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Values of a schema that is not optional: what is not set has the default, if there is one. */
record RequiredWriter(ValueWriter writer, @Nullable Object fallback) implements NullableWriter {
    @Override
    public void write(@Nullable Object value, AvroOutput out) {
        if (value != null) {
            writer.write(value, out);
        } else if (fallback != null) {
            writer.write(fallback, out);
        } else {
            throw new DataException(
                    "expected a value, found null where the schema is neither optional nor has a default");
        }
    }
}
