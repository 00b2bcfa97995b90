/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows in slices of one partition that cannot be written, by attempt: what is read again of them is to be reported.
 * Outlives what is forgotten to read again.
 */
final class Refusals {
    private record Refusal(String reason, long offset) {}

    private final Map<Long, Refusal> refusals = new HashMap<>();

    /** @param offset of one of the row's records */
    void add(long attempt, long offset, @Nullable String reason) {
        refusals.put(attempt, new Refusal(String.valueOf(reason), offset));
    }

    boolean has(long attempt) {
        return refusals.containsKey(attempt);
    }

    /** Why the row is not written. */
    String reason(long attempt) {
        Refusal refusal = refusals.get(attempt);
        return refusal == null ? "is refused" : refusal.reason();
    }

    /** Forgets rows below the offset from which on records may be read again. */
    void settle(long safe) {
        refusals.values().removeIf(refusal -> refusal.offset() < safe);
    }
}
