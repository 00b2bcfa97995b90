/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Topics;
import io.pgcopy.integration.quickstart.TableList.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Follows a copy by the broker's own counters, a line a second: rows that stand in the topics, rows that the sink has
 * reported as committed in the target, bytes of the topics.
 */
final class Progress {

    private static final Duration STEP = Duration.ofSeconds(1);
    private static final double MB = 1_000_000;

    private final ConnectCluster cluster;
    private final PairConfig pair;
    private final List<Entry> tables;
    private final Duration stall;
    private final long expected;
    private final long started = System.nanoTime();
    private long read;
    private long written;
    private long bytes;

    Progress(ConnectCluster cluster, PairConfig pair, List<Entry> tables, Duration stall) {
        this.cluster = cluster;
        this.pair = pair;
        this.tables = tables;
        this.stall = stall;
        this.expected = tables.stream().mapToLong(Entry::rows).sum();
    }

    /** Returns when every row has arrived; throws when a task fails or nothing moves any more. */
    void follow() throws InterruptedException {
        long lastMove = System.nanoTime();
        while (written < expected) {
            Thread.sleep(STEP.toMillis());
            cluster.rest().refuseFailure(PairConfig.SOURCE);
            cluster.rest().refuseFailure(PairConfig.SINK);
            long before = read + written;
            count();
            print();
            if (read + written != before) {
                lastMove = System.nanoTime();
            } else if (System.nanoTime() - lastMove > stall.toNanos()) {
                throw new IllegalStateException("nothing has moved for " + stall.toSeconds() + " s: " + written + " of "
                        + expected + " rows written; the worker's log: "
                        + cluster.worker().process().log());
            }
        }
    }

    private void count() {
        Topics topics = cluster.topics();
        Set<String> present = topics.names();
        read = 0;
        written = 0;
        bytes = 0;
        for (Entry table : tables) {
            String topic = pair.topic(table);
            if (present.contains(topic)) {
                read += topics.length(topic);
                written += topics.delivered(PairConfig.SINK, topic);
                bytes += topics.bytes(topic);
            }
        }
    }

    private void print() {
        double seconds = (System.nanoTime() - started) / 1e9;
        Quickstart.say("%5.1f s  read %,d rows, written %,d of %,d (%d %%), %.1f MB in topics, %.1f MB/s"
                .formatted(
                        seconds,
                        read,
                        written,
                        expected,
                        expected == 0 ? 100 : 100 * written / expected,
                        bytes / MB,
                        bytes / MB / seconds));
    }
}
