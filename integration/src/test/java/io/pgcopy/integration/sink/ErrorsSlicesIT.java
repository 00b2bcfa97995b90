/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Rows that came in slices and are bad: what that costs, and how it is counted. */
class ErrorsSlicesIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final String BAD = "bad";

    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeEach
    void create() {
        db = Kit.server().createDatabase("errors_slices");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text CHECK (note NOT LIKE '" + BAD + "%'))");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"at_least_once", "exactly_once"})
    void manyBadRowsOfABatchAreReadAgainTogether(String guarantee) throws JMException {
        for (long id = 1; id <= 60; id++) {
            row(id, id % 3 == 0 ? BAD : "good");
        }
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("delivery.guarantee", guarantee))) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.bad().stream()
                            .map(SinkRecord::originalKafkaOffset)
                            .sorted())
                    .as("each slice of each bad row")
                    .containsExactlyElementsOf(LongStream.range(0, 180)
                            .filter(offset -> (offset / 3 + 1) % 3 == 0)
                            .boxed()
                            .toList());
            assertThat(sink.context.bad())
                    .allSatisfy(record -> assertThat(record.headers().lastWithName(BlobChunk.HEADER))
                            .isNotNull());
            assertThat(sink.context.messages())
                    .allSatisfy(message ->
                            assertThat(message).contains("chunked row").contains("t_note_check"));
            assertThat(sink.context.wentBack)
                    .as("times that Kafka was asked again")
                    .isLessThanOrEqualTo(3);
            assertThat(metric("BadRecords")).isEqualTo(60L);
        }
        assertThat(db.count("t")).isEqualTo(40);
    }

    @ParameterizedTest(name = "chunk.buffer.row.bytes={0}")
    @ValueSource(strings = {"0", "1000"})
    void moreBadRowsThanTheSettingAllowsStopTheTask(String inMemory) {
        for (long id = 1; id <= 4; id++) {
            row(id, BAD);
        }
        Map<String, String> settings = Map.of("errors.max.per.flush", "3", "chunk.buffer.row.bytes", inMemory);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, settings)) {
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .hasMessageContaining("More than 3 bad records in one flush (errors.max.per.flush)")
                    .hasMessageContaining("t_note_check");
        }
    }

    @Test
    void rowsThatAreDroppedAreCounted() throws JMException {
        new Slices(log, P0, 1, "a", "b", "c").next().lose().next();
        row(2, "good");
        new Slices(log, P0, 3, "a", "b", "c").lose().next().next();
        row(4, "good");
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of("chunk.incomplete.policy", "drop"))) {
            sink.openAll();
            sink.drain();
            assertThat(metric("RowsDropped")).isEqualTo(2L);
            assertThat(metric("BadRecords")).isEqualTo(0L);
            assertThat(metric("RowsWritten")).isEqualTo(2L);
        }
        assertThat(db.rows("SELECT id FROM t ORDER BY id")).containsExactly(List.of("2"), List.of("4"));
    }

    @Test
    void rowsThatAreWrittenWhileTheyArriveAreCountedToo() throws JMException {
        row(1, "good");
        row(2, "good");
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of("chunk.buffer.row.bytes", "0"))) {
            sink.openAll();
            sink.drain();
            assertThat(metric("RowsWritten")).isEqualTo(2L);
            assertThat(metric("BytesWritten")).isEqualTo(2L * "good and more".length());
        }
    }

    private void row(long id, String first) {
        new Slices(log, P0, id, first, " and ", "more").next().next().next();
    }

    private static Object metric(String name) throws JMException {
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("io.pgcopy:type=sink-task-metrics,connector=\"driven\",task=0"), name);
    }
}
