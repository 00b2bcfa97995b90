/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans by what they were made of, the least recently used dropped when there are too many or they weigh too much. */
final class PlanCache<K, V> {
    /** In bytes, as whoever keeps a plan estimates it. */
    private static final long MAX_WEIGHT = 16L << 20;

    private final int most;
    private final Map<K, Weighed<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long weight;

    private record Weighed<V>(V value, long weight) {}

    PlanCache(int most) {
        this.most = most;
    }

    @Nullable
    V find(K key) {
        Weighed<V> found = entries.get(key);
        return found == null ? null : found.value();
    }

    void keep(K key, V value, long bytes) {
        Weighed<V> former = entries.put(key, new Weighed<>(value, bytes));
        weight += bytes - (former == null ? 0 : former.weight());
        Iterator<Weighed<V>> oldest = entries.values().iterator();
        while (entries.size() > 1 && (entries.size() > most || weight > MAX_WEIGHT)) {
            weight -= oldest.next().weight();
            oldest.remove();
        }
    }

    int size() {
        return entries.size();
    }
}
