/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** A struct's fields in the schema's order. */
final class StructWriter implements ValueWriter {
    private final Schema schema;
    private final Field[] fields;
    private final NullableWriter[] writers;
    private final boolean[] defaulted;

    // The last schema found equal: an equal one of other identity is compared once, not once a value.
    private Schema equal;

    StructWriter(Schema schema, Field[] fields, NullableWriter[] writers) {
        this.schema = schema;
        this.equal = schema;
        this.fields = fields;
        this.writers = writers;
        this.defaulted = new boolean[fields.length];
        for (int i = 0; i < fields.length; i++) {
            defaulted[i] = fields[i].schema().defaultValue() != null;
        }
    }

    @Override
    public void write(Object value, AvroOutput out) {
        Struct struct = ScalarWriters.cast(Struct.class, value);
        if (struct.schema() != schema && struct.schema() != equal) {
            expectEqual(struct.schema());
        }
        for (int i = 0; i < fields.length; i++) {
            try {
                writers[i].write(valueOf(struct, i), out);
            } catch (DataException e) {
                throw new DataException("field " + fields[i].name() + ": " + e.getMessage(), e);
            }
        }
    }

    // Struct.get(Field) is an array access, but puts the default in place of null.
    private @Nullable Object valueOf(Struct struct, int i) {
        return defaulted[i] ? struct.getWithoutDefault(fields[i].name()) : struct.get(fields[i]);
    }

    private void expectEqual(Schema found) {
        if (!schema.equals(found)) {
            throw new DataException("expected a struct of the record's schema, found one of another schema");
        }
        equal = found;
    }
}
