/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SinkTaskIT {
    private static final String CANARY = "canary-4711";
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final TopicPartition P1 = new TopicPartition("t", 1);
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final Map<String, String> UPSERT =
            Map.of("insert.mode", "upsert", "delete.enabled", "true", "pk.mode", "record_key");

    private static PostgresServer server;
    private Database db;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = Kit.server();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("sink_task");
    }

    @Test
    void writesEveryRecordOnceAndCommitsItsOffset() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text)");
        rows(P0, 0, 3000);
        rows(P1, 3000, 4000);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of("flush.max.records", "700"))) {
            sink.openAll();
            sink.drain();
            assertThat(sink.committed).isEqualTo(Map.of(P0, 3000L, P1, 1000L));
        }
        assertThat(db.text("SELECT count(*) || ',' || sum(id) FROM t")).isEqualTo("4000,7998000");
    }

    @Test
    void matchesColumnsByNameWhateverTheirOrder() {
        db.execute(
                "CREATE TABLE t (gone int, d text, x int DEFAULT 9, a int, b int, g int GENERATED ALWAYS AS (a + b) STORED)",
                "ALTER TABLE t DROP COLUMN gone");
        Schema schema = SchemaBuilder.struct()
                .field("a", Schema.INT32_SCHEMA)
                .field("b", Schema.INT32_SCHEMA)
                .field("d", Schema.STRING_SCHEMA)
                .build();
        log.add(P0, new Struct(schema).put("a", 1).put("b", 2).put("d", "three"));
        drain(Map.of());
        assertThat(db.rows("SELECT a, b, d, x, g FROM t")).containsExactly(List.of("1", "2", "three", "9", "3"));
    }

    @Test
    void setsABadRecordAsideAndStoresTheOthers() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text CHECK (note <> '" + CANARY + "'))");
        rows(P0, 0, 249);
        log.add(P0, row(249, CANARY));
        rows(P0, 250, 500);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.bad())
                    .extracting(SinkRecord::originalKafkaOffset)
                    .containsExactly(249L);
            assertThat(sink.context.messages().get(0))
                    .contains("topic t, partition 0, offset 249", "SQLSTATE 23514", "t_note_check")
                    .doesNotContain(CANARY);
        }
        assertThat(db.count("t")).isEqualTo(499);
    }

    @Test
    void setsManyBadRecordsAsideWithinTheSavepointsOfATransaction() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text NOT NULL CHECK (note <> 'bad'))");
        for (int i = 0; i < 4000; i++) {
            log.add(P0, row(i, i % 41 == 7 ? "bad" : "n"));
        }
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.reported).hasSize(98);
        }
        assertThat(db.count("t")).isEqualTo(4000 - 98);
        assertThat(db.count("t WHERE note = 'bad'")).isZero();
    }

    @Test
    void findsABadRecordThatTheServerDoesNotPointAt() {
        db.execute(
                "CREATE TABLE p (id int8 PRIMARY KEY)",
                "INSERT INTO p SELECT generate_series(0, 999) EXCEPT SELECT 617 EXCEPT SELECT 618",
                "CREATE TABLE t (id int8 PRIMARY KEY REFERENCES p, note text)");
        rows(P0, 0, 1000);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.bad())
                    .extracting(SinkRecord::originalKafkaOffset)
                    .containsExactlyInAnyOrder(617L, 618L);
            assertThat(sink.context.messages()).allSatisfy(m -> assertThat(m).contains("23503", "t_id_fkey"));
        }
        assertThat(db.count("t")).isEqualTo(998);
    }

    @Test
    void failsNamingTheVeryRecordWhereNothingIsTolerated() {
        db.execute("CREATE TABLE p (id int8 PRIMARY KEY)", "INSERT INTO p SELECT generate_series(0, 98)");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY REFERENCES p, note text)");
        rows(P0, 0, 100);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("topic t, partition 0, offset 99")
                    .hasMessageContaining("23503");
            assertThat(sink.committed).isEmpty();
        }
        assertThat(db.count("t")).isZero();
    }

    @Test
    void failsWhereSoManyRecordsAreBadThatItMustBeTheTable() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text CHECK (note IS NULL))");
        rows(P0, 0, 300);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("errors.max.per.flush", "20"))) {
            sink.openAll();
            assertThatThrownBy(sink::drain).hasMessageContaining("errors.max.per.flush");
        }
    }

    @Test
    void saysWhichTableIsMissingAndWhatToDo() {
        rows(P0, 0, 1);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            sink.openAll();
            assertThatThrownBy(sink::drain).hasMessageContaining("public.t").hasMessageContaining("topics.to.tables");
            assertThat(sink.context.reported).isEmpty();
        }
    }

    @Test
    void letsTheLastOfAKeyWin() {
        db.execute(
                "CREATE TABLE t (id int8 PRIMARY KEY, note text)", "CREATE TABLE k (a int, b int, PRIMARY KEY (a, b))");
        upsert(1, "old").upsert(2, "two").upsert(1, "new");
        Schema both = SchemaBuilder.struct()
                .field("a", Schema.INT32_SCHEMA)
                .field("b", Schema.INT32_SCHEMA)
                .build();
        TopicPartition k = new TopicPartition("k", 0);
        Struct pair = new Struct(both).put("a", 1).put("b", 1);
        log.add(k, both, pair, both, pair).add(k, both, pair, both, pair);
        drain(UPSERT);
        assertThat(db.rows("SELECT * FROM t ORDER BY id")).containsExactly(List.of("1", "new"), List.of("2", "two"));
        assertThat(db.count("k")).isEqualTo(1);
    }

    @Test
    void endsAsRecordByRecordWhateverTheOrderOfDeletesAndUpserts() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text DEFAULT 'd', extra int DEFAULT 5)");
        db.execute("INSERT INTO t VALUES (1, 'x', 1), (2, 'x', 2), (3, 'x', 3), (4, 'x', 4)");
        upsert(1, "a").delete(1);
        delete(2).upsert(2, "b");
        upsert(3, "c").delete(3).upsert(3, "cc").upsert(3, "ccc");
        upsert(9, "z").delete(9).delete(9);
        upsert(4, "keeps extra");
        drain(UPSERT);
        assertThat(db.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly(List.of("2", "b", "5"), List.of("3", "ccc", "5"), List.of("4", "keeps extra", "4"));
    }

    @Test
    void keepsTheOrderOfRecordsWithDifferentColumns() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text, more text)");
        Schema other = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("more", Schema.STRING_SCHEMA)
                .build();
        for (int i = 0; i < 20; i++) {
            upsert(1, "n" + i);
            log.add(P0, KEY, key(1), other, new Struct(other).put("id", 1L).put("more", "m" + i));
        }
        drain(UPSERT);
        assertThat(db.rows("SELECT * FROM t")).containsExactly(List.of("1", "n19", "m19"));
    }

    @Test
    void ignoresOrUpdatesOnRequest() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text, more int NOT NULL)");
        db.execute("INSERT INTO t VALUES (1, 'old', 7)");
        upsert(1, "first").upsert(1, "second").upsert(2, "absent");
        drain(Map.of("insert.mode", "update"));
        assertThat(db.rows("SELECT * FROM t")).containsExactly(List.of("1", "second", "7"));
        db.execute("ALTER TABLE t ALTER more SET DEFAULT 8");
        drain(Map.of("insert.mode", "insert_ignore"));
        assertThat(db.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly(List.of("1", "second", "7"), List.of("2", "absent", "8"));
    }

    @Test
    void doesNotRewriteARowThatIsAsItShouldBe() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note json)", "INSERT INTO t VALUES (1, '{}'), (2, '{}')");
        String before = db.text("SELECT xmin FROM t WHERE id = 1");
        upsert(1, "{}").upsert(2, "{ }");
        drain(UPSERT);
        assertThat(db.text("SELECT xmin FROM t WHERE id = 1")).isEqualTo(before);
        assertThat(db.text("SELECT note FROM t WHERE id = 2")).isEqualTo("{ }");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "COMMENT ON TABLE t IS 'no index'",
                "CREATE INDEX ON t (id)",
                "CREATE UNIQUE INDEX ON t (id) WHERE note <> ''",
                "CREATE UNIQUE INDEX ON t (abs(id))",
                "CREATE UNIQUE INDEX ON t (id, note)",
                "ALTER TABLE t ADD UNIQUE (id) DEFERRABLE",
            })
    void asksForTheIndexThatAnUpsertNeeds(String index) {
        db.execute("CREATE TABLE t (id int8, note text)", index);
        upsert(1, "a");
        try (SinkDriver sink = SinkDriver.of(db, log, UPSERT)) {
            sink.openAll();
            assertThatThrownBy(sink::drain).hasMessageContaining("unique index on exactly (id)");
        }
    }

    @Test
    void seesAColumnThatWasAddedMeanwhile() {
        db.execute("CREATE TABLE t (id int8, note text)");
        rows(P0, 0, 2);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
            db.execute("ALTER TABLE t DROP COLUMN note", "ALTER TABLE t ADD COLUMN note varchar(3)");
            rows(P0, 2, 4);
            sink.drain();
            db.execute("ALTER TABLE t RENAME COLUMN note TO remark", "ALTER TABLE t ADD COLUMN note text");
            rows(P0, 4, 6);
            sink.drain();
        }
        assertThat(db.rows("SELECT id, note FROM t WHERE note IS NOT NULL ORDER BY id"))
                .containsExactly(List.of("4", "n"), List.of("5", "n"));
    }

    @Test
    void survivesTheLossOfItsConnection() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text)");
        rows(P0, 0, 100);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
            assertThat(db.number("SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity"
                            + " WHERE application_name LIKE 'driven%' AND datname = current_database()"))
                    .as("sessions that were terminated")
                    .isPositive();
            rows(P0, 100, 200);
            sink.drain();
        }
        assertThat(db.count("t")).isEqualTo(200);
    }

    @Test
    void waitsForALockThatIsInItsWay() throws Exception {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text)");
        rows(P0, 0, 10);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of("flush.timeout.ms", "1000"));
                java.sql.Connection other = db.connect()) {
            sink.openAll();
            other.setAutoCommit(false);
            other.createStatement().execute("LOCK TABLE t");
            long until = System.nanoTime() + 2_500_000_000L;
            while (System.nanoTime() < until) {
                sink.poll();
                sink.commit();
            }
            assertThat(sink.committed).isEmpty();
            other.rollback();
            sink.drain();
        }
        assertThat(db.count("t")).isEqualTo(10);
    }

    @Test
    void takesRowsOutOfDebeziumsEnvelope() {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text)");
        Schema envelope = SchemaBuilder.struct()
                .field(
                        "before",
                        SchemaBuilder.struct()
                                .optional()
                                .field("id", Schema.INT64_SCHEMA)
                                .build())
                .field(
                        "after",
                        SchemaBuilder.struct()
                                .optional()
                                .field("id", Schema.INT64_SCHEMA)
                                .field("note", Schema.OPTIONAL_STRING_SCHEMA)
                                .build())
                .field("op", Schema.STRING_SCHEMA)
                .build();
        for (int id = 1; id <= 3; id++) {
            Struct after = new Struct(envelope.field("after").schema())
                    .put("id", (long) id)
                    .put("note", "n");
            log.add(
                    P0,
                    KEY,
                    key(id),
                    envelope,
                    new Struct(envelope).put("op", id == 1 ? "r" : "c").put("after", after));
        }
        log.add(P0, KEY, key(2), envelope, new Struct(envelope).put("op", "d"));
        log.add(P0, KEY, key(2), null, null);
        drain(Map.of("insert.mode", "upsert", "delete.enabled", "true", "envelope", "debezium"));
        assertThat(db.rows("SELECT id FROM t ORDER BY id")).containsExactly(List.of("1"), List.of("3"));
    }

    @Test
    void takesTheKeyFromThePlaceInKafka() {
        db.execute("CREATE TABLE t (id int8, note text, __connect_topic text, __connect_partition int,"
                + " __connect_offset int8, PRIMARY KEY (__connect_topic, __connect_partition, __connect_offset))");
        rows(P1, 5, 7);
        drain(Map.of("insert.mode", "insert_ignore", "pk.mode", "kafka"));
        drain(Map.of("insert.mode", "insert_ignore", "pk.mode", "kafka"));
        assertThat(db.rows("SELECT id, __connect_partition, __connect_offset FROM t ORDER BY id"))
                .containsExactly(List.of("5", "1", "0"), List.of("6", "1", "1"));
    }

    private void drain(Map<String, String> settings) {
        try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
            sink.openAll();
            sink.drain();
        }
    }

    private void rows(TopicPartition partition, int from, int to) {
        for (int i = from; i < to; i++) {
            log.add(partition, row(i, "n"));
        }
    }

    private SinkTaskIT upsert(long id, String note) {
        log.add(P0, KEY, key(id), ROW, row(id, note));
        return this;
    }

    private SinkTaskIT delete(long id) {
        log.add(P0, KEY, key(id), ROW, null);
        return this;
    }

    private static Struct key(long id) {
        return new Struct(KEY).put("id", id);
    }

    private static Struct row(long id, String note) {
        return new Struct(ROW).put("id", id).put("note", note);
    }
}
