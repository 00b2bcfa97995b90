/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LargeValueHeapIT {

    /** Both connectors share the heap, with Connect itself: what they hold is set for it, as the page on it says. */
    @Test
    void aValueOf64MegabytesPassesThroughAWorkerWithAHeapOf96() {
        try (ConnectCluster cluster = ConnectCluster.start(
                        ClusterOptions.named("small-heap").withWorker(worker -> worker.withHeap("96m")));
                Pipe pipe = Kit.pipe("small_heap", cluster, Kit.server(), Kit.server())
                        .through(Pipe.AVRO)) {
            pipe.both(
                    "CREATE TABLE t (id int PRIMARY KEY, content bytea)",
                    "ALTER TABLE t ALTER content SET STORAGE EXTERNAL");
            LargeValues.megabytes(pipe.source(), 1, 64);
            LargeValues.megabytes(pipe.source(), 2, 20);
            long worker = cluster.worker().process().pid();
            try (BackendMemory source = new BackendMemory(pipe.source())) {
                pipe.startSource(
                        "tables", "public.t",
                        "large.value.mode", "chunk",
                        "poll.max.bytes", "2097152",
                        "prefetch.max.bytes", "4194304",
                        "producer.override.buffer.memory", "4194304");
                pipe.startSink(
                        "insert.mode", "upsert",
                        "chunk.buffer.bytes", "16777216",
                        "flush.max.bytes", "8388608",
                        "consumer.override.fetch.max.bytes", "4194304",
                        "consumer.override.max.poll.records", "16");
                pipe.awaitCopied("public.t");
                pipe.assertEqual("public.t");
                assertSmall(pipe, source);
            }
            assertThat(cluster.worker().process().pid()).isEqualTo(worker);
            assertThat(cluster.worker().process().isAlive()).isTrue();
        }
    }

    private static void assertSmall(Pipe pipe, BackendMemory source) {
        System.out.println("64 MB with a heap of 96 MB: source backend " + source.peakMb() + " MB (" + source.looks()
                + " looks), worker " + pipe.cluster().worker().process().peakMemoryMb() + " MB resident");
        if (BackendMemory.visible(pipe.source())) {
            assertThat(source.looks()).as("the COPY was watched").isPositive();
            assertThat(source.peakMb()).as("memory of the source's backend").isLessThan(32);
        }
    }
}
