/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.Map;

/** A map whose keys Avro's map cannot hold, as an array of key and value. */
record EntriesWriter(NullableWriter keys, NullableWriter values) implements ValueWriter {
    @Override
    public void write(Object value, AvroOutput out) {
        Map<?, ?> map = ScalarWriters.cast(Map.class, value);
        if (!map.isEmpty()) {
            out.writeLong(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                keys.write(entry.getKey(), out);
                values.write(entry.getValue(), out);
            }
        }
        out.writeLong(0);
    }
}
