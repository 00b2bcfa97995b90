/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.TableId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks the advisor, which is at home on the flusher's thread, and not before each row: it would wait there for the
 * batch under way. Confined to the task's thread.
 */
final class StreamReview implements StreamStorage {
    private static final Duration BETWEEN_REVIEWS = Duration.ofSeconds(10);

    private record Reviewed(Compression wish, long atNanos) {}

    private final StorageAdvisor advisor;
    private final Flusher flusher;
    private final TargetConnection connection;
    private final Map<TableId, Reviewed> reviewed = new HashMap<>();

    StreamReview(StorageAdvisor advisor, Flusher flusher, TargetConnection connection) {
        this.advisor = advisor;
        this.flusher = flusher;
        this.connection = connection;
    }

    @Override
    public Compression before(TableId table) {
        if (advisor.isIdle()) {
            return Compression.UNSET;
        }
        Reviewed last = reviewed.get(table);
        if (last == null || System.nanoTime() - last.atNanos > BETWEEN_REVIEWS.toNanos()) {
            last = new Reviewed(review(table), System.nanoTime());
            reviewed.put(table, last);
        }
        return last.wish;
    }

    private Compression review(TableId table) {
        return flusher.call(() -> connection.use(session -> {
            advisor.review(session, List.of(table));
            return advisor.wish(table);
        }));
    }
}
