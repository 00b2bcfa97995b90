/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The blocks of a map, or of an array of entries that stands for one. */
record MapReader(ValueReader keys, ValueReader values, boolean entriesTakeBytes) implements ValueReader {
    @Override
    public Object read(AvroInput in) {
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int count = in.readBlockCount(entriesTakeBytes); count > 0; count = in.readBlockCount(entriesTakeBytes)) {
            for (int i = 0; i < count; i++) {
                if (!entriesTakeBytes) {
                    in.claimObject();
                }
                Object key = keys.read(in);
                map.put(key, values.read(in));
            }
        }
        return map;
    }
}
