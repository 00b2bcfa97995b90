/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.TcpProxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Exactly-once with each way of writing that has a key, while answers to COMMITs are lost and connections cut. */
class ExactlyOnceModesIT {
    private static final String TABLE = "SELECT id, note, more FROM t ORDER BY id::text COLLATE \"C\"";
    private static final List<String> KEYS = List.of("1", "2", "3", "4", "5", "6", "7");

    private final Database db = Kit.server().createDatabase("exactly_once_modes");
    private final TopicLog log = new TopicLog();

    @ParameterizedTest
    @ValueSource(strings = {"upsert", "insert_ignore", "update"})
    void aHistoryWithDeletesAndBadRowsEndsAsRecordByRecord(String mode) {
        db.execute(
                "CREATE TABLE t (id int8 PRIMARY KEY, note text CHECK (note <> 'bad'), more int8 DEFAULT 10, pad bytea)",
                "INSERT INTO t SELECT g, 'old', 1 FROM generate_series(1, 4) AS g");
        UpsertHistory history = new UpsertHistory(5, mode, "int8", KEYS, 0);
        history.startWith(List.of("1", "2", "3", "4"), "old", "1");
        try (TcpProxy proxy = TcpProxy.to(Kit.server().host(), Kit.server().port());
                SinkDriver sink = new SinkDriver(settings(proxy, mode), log, new HashMap<>(), true)) {
            history.write(log, 40);
            sink.openAll();
            for (int round = 1; round <= 4; round++) {
                history.write(log, 60);
                if (round % 2 == 1) {
                    proxy.leaveUnanswered("COMMIT");
                } else {
                    proxy.cutAfter(700);
                }
                sink.drain();
                assertThat(proxy.faults()).isEqualTo(round);
            }
            assertThat(sink.committed).containsEntry(UpsertHistory.PARTITION, 280L);
        }
        assertThat(db.rows(TABLE)).isEqualTo(history.table());
        assertThat(db.number("SELECT next_offset FROM pgcopy_sink_offsets")).isEqualTo(280);
    }

    /** The trigger notes a delete and does not let it happen, so that doing it a second time would show. */
    @Test
    void aDeleteWhoseAnswerWasLostIsNotDoneAgain() {
        db.execute(
                "CREATE TABLE t (id int8 PRIMARY KEY, note text)",
                "INSERT INTO t SELECT g, 'old' FROM generate_series(0, 99) AS g",
                "CREATE TABLE noted (id int8)",
                "CREATE FUNCTION note_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " INSERT INTO noted VALUES (OLD.id); RETURN NULL; END $$",
                "CREATE TRIGGER note_it BEFORE DELETE ON t FOR EACH ROW EXECUTE FUNCTION note_it()");
        for (long id = 0; id < 100; id++) {
            Struct key = Rows.of("id", id);
            log.add(UpsertHistory.PARTITION, key.schema(), key, null, null);
        }
        try (TcpProxy proxy = TcpProxy.to(Kit.server().host(), Kit.server().port());
                SinkDriver sink = new SinkDriver(settings(proxy, "upsert"), log, new HashMap<>(), true)) {
            sink.openAll();
            proxy.leaveUnanswered("COMMIT");
            sink.drain();
            assertThat(proxy.faults()).isEqualTo(1);
            assertThat(sink.context.bad())
                    .extracting(SinkRecord::originalKafkaOffset)
                    .isEmpty();
        }
        assertThat(db.rows("SELECT id FROM noted ORDER BY id"))
                .isEqualTo(LongStream.range(0, 100)
                        .mapToObj(id -> List.of(Long.toString(id)))
                        .toList());
    }

    private Map<String, String> settings(TcpProxy proxy, String mode) {
        Map<String, String> settings = SinkDriver.settings(
                db,
                Map.of(
                        "delivery.guarantee", "exactly_once",
                        "insert.mode", mode,
                        "delete.enabled", "true",
                        "errors.max.per.flush", "1000",
                        "flush.interval.ms", "1",
                        "flush.max.records", "25"));
        settings.put("connection.url", "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/" + db.name());
        return settings;
    }
}
