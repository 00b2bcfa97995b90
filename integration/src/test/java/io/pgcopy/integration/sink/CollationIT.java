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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Keys whose collation takes different texts for equal, in whatever order upserts and deletes of them come. */
class CollationIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.STRING_SCHEMA).build();
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.STRING_SCHEMA)
            .field("n", Schema.INT32_SCHEMA)
            .field("v", Schema.STRING_SCHEMA)
            .build();

    private static PostgresServer server;
    private Database db;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("collations"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("collations");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20_000})
    void endAsRecordByRecordThoughTheirBytesDiffer(int width) {
        assumeThat(db.number("SELECT count(*) FROM pg_collation WHERE collprovider = 'i'"))
                .as("the server has ICU")
                .isPositive();
        db.execute(
                "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE DOMAIN code AS text COLLATE loose",
                "CREATE TABLE t (id code PRIMARY KEY, n int, v text)");
        upsert("a", 1, width);
        delete("A");
        upsert("A", 2, width);
        upsert("b", 1, width);
        delete("B");
        upsert("c", 1, width);
        upsert("C", 2, width);
        upsert("d", 1, width);
        upsert("D", 2, width);
        upsert("d", 3, width);
        delete("e");
        upsert("E", 1, width);
        try (SinkDriver sink = SinkDriver.of(
                db, log, Map.of("insert.mode", "upsert", "delete.enabled", "true", "pk.mode", "record_key"))) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows("SELECT lower(id), n, length(v) FROM t ORDER BY 1"))
                .containsExactly(
                        List.of("a", "2", "" + width),
                        List.of("c", "2", "" + width),
                        List.of("d", "3", "" + width),
                        List.of("e", "1", "" + width));
    }

    private void upsert(String id, int n, int width) {
        log.add(
                P0,
                KEY,
                new Struct(KEY).put("id", id),
                ROW,
                new Struct(ROW).put("id", id).put("n", n).put("v", "x".repeat(width)));
    }

    private void delete(String id) {
        log.add(P0, KEY, new Struct(KEY).put("id", id), null, null);
    }
}
