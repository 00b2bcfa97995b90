/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Bytes that become large objects of the target: a row that is refused leaves none behind, and is the only one refused. */
@Timeout(120)
class LargeObjectRowsIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_BYTES_SCHEMA)
            .build();
    private static final String ROWS =
            "SELECT id, convert_from(lo_get(note), 'UTF8') FROM t WHERE note IS NOT NULL ORDER BY id";

    private static PostgresServer server;
    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("large-object-rows"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("large_object_rows");
        db.execute(
                "CREATE TABLE t (id int8 PRIMARY KEY, note oid)",
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'"
                        + " USING ERRCODE = 'not_null_violation', TABLE = 't', COLUMN = 'note'; END $$",
                "CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON t FOR EACH ROW WHEN (NEW.id = 3)"
                        + " EXECUTE FUNCTION refuse()");
    }

    @ParameterizedTest
    @CsvSource({
        "insert, false", "insert, true", "upsert, false", "upsert, true",
        "insert_ignore, false", "insert_ignore, true", "update, false", "update, true",
    })
    void aRowThatIsRefusedLeavesNoObject(String mode, boolean streamed) {
        // A column that records have not is none that an update needs.
        if (mode.equals("update")) {
            db.execute(
                    "ALTER TABLE t ADD COLUMN must int NOT NULL DEFAULT 0",
                    "ALTER TABLE t ALTER COLUMN must DROP DEFAULT",
                    "ALTER TABLE t DISABLE TRIGGER refuse",
                    "INSERT INTO t SELECT i, NULL, i FROM generate_series(1, 4) AS i",
                    "ALTER TABLE t ENABLE TRIGGER refuse");
        }
        for (int id = 1; id <= 4; id++) {
            add(id, streamed, "n" + id);
        }
        Map<String, String> settings = settings(mode, streamed);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, settings)) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.messages())
                    .isNotEmpty()
                    .allSatisfy(message -> assertThat(message).contains("23502").contains("note"));
            assertThat(sink.context.bad()).allSatisfy(record -> assertThat(((Struct) record.value()).getInt64("id"))
                    .isEqualTo(3));
        }
        assertThat(db.rows(ROWS)).containsExactly(List.of("1", "n1"), List.of("2", "n2"), List.of("4", "n4"));
        assertNoOrphans();
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "upsert", "update"})
    void nullIsRefusedByNameWhereTheColumnTakesNone(String mode) {
        if (mode.equals("update")) {
            db.execute("INSERT INTO t SELECT i, lo_from_bytea(0, 'old') FROM generate_series(1, 2) AS i");
        }
        db.execute("ALTER TABLE t ALTER COLUMN note SET NOT NULL");
        add(1, false, "n1");
        log.add(P0, row(2, null));
        try (SinkDriver sink = SinkDriver.of(db, log, settings(mode, false))) {
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("topic t, partition 0, offset 1")
                    .hasMessageContaining("note");
        }
        assertNoOrphans();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anUpdateMakesNoObjectForARowThatIsNotThere(boolean streamed) {
        db.execute("INSERT INTO t VALUES (1), (4)");
        add(1, streamed, "n1");
        add(2, streamed, "n2");
        add(4, streamed, "n4");
        try (SinkDriver sink = SinkDriver.of(db, log, settings("update", streamed))) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows(ROWS)).containsExactly(List.of("1", "n1"), List.of("4", "n4"));
        assertNoOrphans();
    }

    private void assertNoOrphans() {
        assertThat(db.number("SELECT count(*) FROM pg_largeobject_metadata WHERE oid NOT IN"
                        + " (SELECT note FROM t WHERE note IS NOT NULL)"))
                .isZero();
    }

    private void add(int id, boolean streamed, String note) {
        if (streamed) {
            byte[] begin = note.substring(0, 1).getBytes(UTF_8);
            byte[] end = note.substring(1).getBytes(UTF_8);
            Slices.ofBytes(log, P0, id, begin, end).next().next();
        } else {
            log.add(P0, row(id, note.getBytes(UTF_8)));
        }
    }

    private static Struct row(long id, byte @Nullable [] note) {
        return new Struct(ROW).put("id", id).put("note", note);
    }

    private static Map<String, String> settings(String mode, boolean streamed) {
        return Map.of(
                "insert.mode",
                mode,
                "pk.mode",
                "record_value",
                "pk.fields",
                "id",
                "chunk.buffer.row.bytes",
                streamed ? "0" : "8388608");
    }
}
