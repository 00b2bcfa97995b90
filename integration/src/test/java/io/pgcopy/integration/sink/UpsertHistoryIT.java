/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Flushes end as record by record would, whatever the history, by a temporary table and by a statement a row. */
class UpsertHistoryIT {
    private static final int[] NARROW_AND_WIDE = {0, 5_000};
    /** Records of a flush, by seed. In flushes of one record each bad one must be seen. */
    private static final int[] FLUSHES = {1000, 40, 7, 1};

    private static final int RECORDS = 140;

    private static final String TABLE =
            "SELECT * FROM (SELECT trim_scale(id::numeric)::text AS id, note, more FROM t) AS t"
                    + " ORDER BY id COLLATE \"C\"";

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = Kit.server();
    }

    @ParameterizedTest(name = "{0} by {1}")
    @CsvSource({
        "upsert, int8",
        "upsert, text",
        "upsert, numeric",
        "insert_ignore, int8",
        "insert_ignore, numeric",
        "update, int8",
        "update, numeric",
    })
    void endsAsRecordByRecord(String mode, String keyType) {
        Database db = server.createDatabase("upsert_history");
        for (int seed = 0; seed < FLUSHES.length; seed++) {
            for (int pad : NARROW_AND_WIDE) {
                create(db, keyType);
                UpsertHistory history = new UpsertHistory(seed, mode, keyType, keys(keyType), pad);
                history.startWith(List.of("1", "2", "3", "4"), "old", "1");
                history.keep("2");
                history.keep("3");
                TopicLog log = new TopicLog();
                history.write(log, RECORDS);
                Map<String, String> settings = Map.of(
                        "insert.mode",
                        mode,
                        "delete.enabled",
                        "true",
                        "errors.max.per.flush",
                        "1000",
                        "flush.max.records",
                        Integer.toString(FLUSHES[seed]));
                try (SinkDriver sink = SinkDriver.tolerant(db, log, settings)) {
                    sink.openAll();
                    sink.drain();
                    assertThat(db.rows(TABLE))
                            .as("seed %s, %s bytes of padding", seed, pad)
                            .isEqualTo(history.table());
                    // Fewer where a later record of the key took a bad one's place before it was seen.
                    assertThat(sink.context.bad())
                            .as("seed %s, %s bytes of padding", seed, pad)
                            .hasSizeBetween(FLUSHES[seed] == 1 ? history.refused() : 1, history.refused())
                            .allSatisfy(record -> assertThat(
                                            record.value() == null
                                                    ? record.key().toString()
                                                    : record.value().toString())
                                    .containsPattern("note=bad|id=[23]"));
                }
            }
        }
    }

    private static void create(Database db, String keyType) {
        db.execute(
                "DROP TABLE IF EXISTS t, r",
                "CREATE TABLE t (id " + keyType + " PRIMARY KEY, note text CHECK (note <> 'bad'),"
                        + " more int8 DEFAULT 10, pad bytea)",
                "INSERT INTO t SELECT g, 'old', 1 FROM generate_series(1, 4) AS g",
                "CREATE TABLE r AS SELECT id FROM t WHERE id IN ('2', '3')",
                "ALTER TABLE r ADD FOREIGN KEY (id) REFERENCES t");
    }

    // Of numeric, several forms of one value.
    private static List<String> keys(String keyType) {
        return keyType.equals("numeric")
                ? List.of("1", "1.0", "1.00", "2", "2.0", "3", "3.50", "3.5", "4", "5", "6")
                : List.of("1", "2", "3", "4", "5", "6", "7");
    }
}
