/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.SqlOutcome;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static io.pgcopy.connect.sink.SinkHarness.P1;
import static io.pgcopy.connect.sink.SinkHarness.record;
import static io.pgcopy.connect.sink.SinkHarness.records;
import static org.assertj.core.api.Assertions.assertThat;

/** Records that are read again, and those that are other ones under old offsets. */
@Timeout(30)
class WayBackTest {

    @Test
    void writesARowAfterAllWhoseReplacementAPartitionTakesAway() {
        Map<String, String> upsert = Map.of("insert.mode", "upsert", "pk.mode", "record_value", "pk.fields", "id");
        Schema narrow = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        try (SinkHarness sink = SinkHarness.with(upsert)) {
            sink.put(new SinkRecord("t", 0, null, null, narrow, new Struct(narrow).put("id", 7L), 0));
            sink.put(record(P1, 7));
            sink.writer.close(List.of(P1));
            assertThat(sink.committed(P0)).isEqualTo(1);
            assertThat(sink.database.written.get(0).rows()).isEqualTo(1);
        }
    }

    @Test
    void saysNothingOfATopicMadeAnewBeforeItsRowsAreWritten() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 500, 510));
            assertThat(sink.committed(P0)).isEqualTo(510);
            sink.database.fail(SqlOutcome.CONNECTION, 1_000);
            sink.put(records(P0, 0, 10));
            assertThat(sink.committed(P0)).isEqualTo(-1);
        }
    }

    @Test
    void saysNothingOfATopicMadeAnewWhenAFlushOfTheOldOneEnds() throws Exception {
        try (SinkHarness sink = SinkHarness.flushingEvery(10)) {
            sink.database.hold();
            sink.put(records(P0, 500, 511));
            sink.put(records(P0, 0, 3));
            sink.database.release();
            while (sink.database.written.isEmpty()) {
                Thread.sleep(1);
            }
            sink.database.fail(SqlOutcome.CONNECTION, 1_000);
            assertThat(sink.committed(P0)).isEqualTo(-1);
        }
    }

    @Test
    void saysNothingOfATopicMadeAnewWhereAFlushOfTheOldOneHasEndedUnnoticed() {
        try (SinkHarness sink = SinkHarness.flushingEvery(10)) {
            sink.database.hold();
            sink.put(records(P0, 500, 511));
            sink.put(new AbstractCollection<SinkRecord>() {
                @Override
                public Iterator<SinkRecord> iterator() {
                    // The writer has looked after its flush already when it comes to the records.
                    sink.database.finish();
                    return records(P0, 0, 3).iterator();
                }

                @Override
                public int size() {
                    return 3;
                }
            });
            sink.database.fail(SqlOutcome.CONNECTION, 1_000);
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.writer.close(List.of(P1));
            sink.put();
            assertThat(sink.context.rewinds)
                    .as("none of the new ones is written")
                    .containsEntry(P0, 0L);
        }
    }

    @Test
    void readsATopicMadeAnewAgainFromItsBeginning() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 500, 510));
            assertThat(sink.committed(P0)).isEqualTo(510);
            sink.database.fail(SqlOutcome.SCHEMA, 1);
            sink.put(records(P0, 2, 10));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.put();
            assertThat(sink.context.rewinds).isEqualTo(Map.of(P0, 2L));
        }
    }

    @Test
    void readsTheFirstRecordsOfAPartitionAgainThatAreDroppedForAnother() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.database.fail(SqlOutcome.SCHEMA, 1);
            sink.put(records(P0, 3, 6));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.put(records(P1, 40, 45));
            assertThat(sink.context.rewinds).isEqualTo(Map.of(P0, 3L, P1, 40L));
        }
    }

    @Test
    void readsWhatItDidNotComeToInAPutAgain() {
        try (SinkHarness sink = SinkHarness.flushingEvery(4)) {
            sink.database.fail(SqlOutcome.SCHEMA, 1);
            List<SinkRecord> both = new ArrayList<>(records(P0, 0, 9));
            both.addAll(records(P1, 40, 45));
            sink.put(both);
            assertThat(sink.context.rewinds).isEqualTo(Map.of(P0, 0L, P1, 40L));
        }
    }

    @Test
    void takesTheFirstRecordsAfterARebalanceThatTookAllPartitions() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.database.fail(SqlOutcome.CONNECTION, 1_000);
            sink.put(records(P0, 0, 5));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.writer.close(List.of(P0, P1));
            sink.database.recover();
            sink.writer.open(List.of(P0, P1));
            sink.put(records(P0, 0, 5));
            sink.put(records(P1, 7, 8));
            assertThat(sink.context.rewinds).isEmpty();
            assertThat(sink.committed(P0)).isEqualTo(5);
            assertThat(sink.committed(P1)).isEqualTo(8);
        }
    }

    @Test
    void readsTheFirstRecordsOfANewPartitionAgainAfterAFlushWasGivenUp() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            TopicPartition added = new TopicPartition("t", 2);
            sink.database.fail(SqlOutcome.CONNECTION, 1_000);
            sink.put(records(P0, 0, 5));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.writer.close(List.of(P1));
            sink.writer.open(List.of(added));
            sink.put(records(added, 70, 75));
            assertThat(sink.context.rewinds).isEqualTo(Map.of(P0, 0L, added, 70L));
        }
    }
}
