/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.Map;
import org.apache.kafka.connect.errors.DataException;

/** A map with string keys as one block of Avro's map. */
record MapWriter(NullableWriter values) implements ValueWriter {
    @Override
    public void write(Object value, AvroOutput out) {
        Map<?, ?> map = ScalarWriters.cast(Map.class, value);
        if (!map.isEmpty()) {
            out.writeLong(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (entry.getKey() == null) {
                    throw new DataException("expected a map key, found null: Avro's map cannot hold it");
                }
                out.writeString(ScalarWriters.cast(String.class, entry.getKey()));
                values.write(entry.getValue(), out);
            }
        }
        out.writeLong(0);
    }
}
