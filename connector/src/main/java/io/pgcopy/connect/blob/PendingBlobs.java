/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.PendingBlob.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A partition's rows that are not done with, in the order of their heads. */
final class PendingBlobs {
    private final Map<Long, PendingBlob> byId = new LinkedHashMap<>();

    @Nullable
    PendingBlob get(long id) {
        return byId.get(id);
    }

    void add(PendingBlob blob) {
        byId.put(blob.attempt().id(), blob);
    }

    void remove(PendingBlob blob) {
        byId.remove(blob.attempt().id());
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }

    /** A list of its own, so that the rows may change while it is gone through. */
    List<PendingBlob> matching(Predicate<PendingBlob> test) {
        return byId.values().stream().filter(test).toList();
    }

    /** Whether a row of the key is still to be written that came before the offset. */
    boolean block(@Nullable Object key, long offset) {
        if (key == null || byId.isEmpty()) {
            return false;
        }
        for (PendingBlob blob : byId.values()) {
            if (blob.headOffset() < offset && blob.state != State.WRITTEN && key.equals(blob.key())) {
                return true;
            }
        }
        return false;
    }

    /** The first head among the rows that match; the largest number where there is none. */
    long lowestHead(Predicate<PendingBlob> test) {
        long lowest = Long.MAX_VALUE;
        for (PendingBlob blob : byId.values()) {
            if (blob.headOffset() < lowest && test.test(blob)) {
                lowest = blob.headOffset();
            }
        }
        return lowest;
    }
}
