/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a map, or of an array of entries that stands for one.
 *
 * @param entryBytes heap that one entry takes
 * @param compoundKeys whether keys are structs, lists or maps
 */
record MapReader(ValueReader keys, ValueReader values, long entryBytes, boolean compoundKeys) implements ValueReader {
    /** Java's map finds keys of one hash code by their order. Those without any it compares one by one. */
    private static final int MOST_OF_ONE_HASH = 1_000;

    @Override
    public Object read(AvroInput in) {
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        Map<Integer, Integer> hashes = new HashMap<>();
        for (int count = in.readBlockCount(entryBytes); count > 0; count = in.readBlockCount(entryBytes)) {
            for (int i = 0; i < count; i++) {
                Object key = keys.read(in);
                if (compoundKeys) {
                    expectFew(hashes.merge(Objects.hashCode(key), 1, Integer::sum));
                }
                map.put(key, values.read(in));
            }
        }
        return map;
    }

    private static void expectFew(int keysOfOneHash) {
        if (keysOfOneHash > MOST_OF_ONE_HASH) {
            throw new DataException("expected a map with at most " + MOST_OF_ONE_HASH
                    + " structs, lists or maps of one hash code as keys, found more");
        }
    }
}
