/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LargeDataIT {

    private static final String RAISED = String.valueOf(40 << 20);

    @Test
    void aValueOf30MegabytesArrivesUnderARaisedLimit() {
        try (Pipe pipe = Kit.pipe("large_value").through(Pipe.AVRO)) {
            pipe.both("CREATE TABLE t (id int PRIMARY KEY, content bytea)");
            pipe.source()
                    .execute(
                            "ALTER TABLE t ALTER content SET STORAGE EXTERNAL",
                            "INSERT INTO t SELECT i, decode(repeat(md5(i::text), 30000000 / 16), 'hex')"
                                    + " FROM generate_series(1, 2) AS i");
            pipe.startSource(
                    "tables", "public.t",
                    "topic.creation.default.max.message.bytes", RAISED,
                    "record.max.bytes", RAISED,
                    "producer.override.max.request.size", RAISED,
                    "producer.override.buffer.memory", RAISED);
            pipe.startSink("consumer.override.max.poll.records", "1");
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }

    /** The shared worker has a heap of 256 MiB and dies when it does not suffice. */
    @Test
    void aGigabyteOfMegabyteBlobsPassesThroughASourceWithASmallHeap() {
        try (Pipe pipe = Kit.pipe("gigabyte").through(Pipe.AVRO)) {
            pipe.source()
                    .execute(
                            "CREATE TABLE t (id int PRIMARY KEY, content bytea)",
                            "ALTER TABLE t ALTER content SET STORAGE EXTERNAL",
                            "INSERT INTO t SELECT i, decode(repeat(md5(i::text), 1048576 / 16), 'hex')"
                                    + " FROM generate_series(1, 1000) AS i");
            long worker = pipe.cluster().worker().process().pid();
            pipe.startSource(
                    "tables", "public.t",
                    "topic.creation.default.max.message.bytes", "2000000",
                    "record.max.bytes", "2000000",
                    "producer.override.max.request.size", "2000000");
            pipe.awaitTopic("public.t", 1000);
            assertThat(pipe.cluster().topics().bytes(pipe.topic("public.t"))).isGreaterThan(1_000L << 20);
            assertThat(pipe.cluster().worker().process().pid()).isEqualTo(worker);
            assertThat(pipe.cluster().worker().process().isAlive()).isTrue();
        }
    }
}
