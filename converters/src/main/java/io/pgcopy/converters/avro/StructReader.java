/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** A record's fields in the schema's order. */
final class StructReader implements ValueReader {
    private final Schema schema;
    private final Field[] fields;
    private final ValueReader[] readers;

    StructReader(Schema schema, Field[] fields, ValueReader[] readers) {
        this.schema = schema;
        this.fields = fields;
        this.readers = readers;
    }

    @Override
    public Object read(AvroInput in) {
        Struct struct = new Struct(schema);
        for (int i = 0; i < fields.length; i++) {
            try {
                struct.put(fields[i], readers[i].read(in));
            } catch (DataException e) {
                throw new DataException("field " + fields[i].name() + ": " + e.getMessage(), e);
            }
        }
        return struct;
    }
}
