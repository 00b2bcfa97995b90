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
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Narrow rows and wide ones go to the server in different ways, with one result. */
class RowWidthIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final Map<String, String> UPSERT =
            Map.of("insert.mode", "upsert", "delete.enabled", "true", "pk.mode", "record_key");
    private static final Schema SCHEMA = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("blob", Schema.OPTIONAL_BYTES_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .field("n", Schema.OPTIONAL_STRING_SCHEMA)
            .field("at", Schema.OPTIONAL_STRING_SCHEMA)
            .field("j", Schema.OPTIONAL_STRING_SCHEMA)
            .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).optional().build())
            .field("m", Schema.OPTIONAL_STRING_SCHEMA)
            .field("s", Schema.OPTIONAL_INT32_SCHEMA)
            .field("u", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private static PostgresServer server;
    private Database db;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("row-width"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("row_width");
    }

    @Test
    void endsTheSameWhateverTheWidthOfTheRows() {
        db.execute("CREATE TYPE mood AS ENUM ('sad', 'glad')", "CREATE DOMAIN small AS int CHECK (VALUE < 100)");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, blob bytea, note text, n numeric, at timestamptz, j jsonb,"
                + " tags text[], m mood, s small, u uuid)");
        for (int width : new int[] {10, 50_000}) {
            for (int i = 0; i < 60; i++) {
                Struct row = new Struct(SCHEMA).put("id", i % 40L).put("blob", new byte[width + i]);
                if (i % 3 > 0) {
                    row.put("note", i % 2 == 0 ? "" : "n" + i)
                            .put("n", i + ".50")
                            .put("at", "2024-02-29T12:34:56Z")
                            .put("j", "{\"a\":" + i + "}")
                            .put("tags", List.of("x", "y" + i))
                            .put("m", "glad")
                            .put("s", i)
                            .put("u", "00000000-0000-0000-0000-0000000000" + (10 + i));
                }
                log.add(P0, KEY, new Struct(KEY).put("id", i % 40L), SCHEMA, row);
            }
            try (SinkDriver sink = SinkDriver.of(db, log, UPSERT)) {
                sink.openAll();
                sink.drain();
            }
            assertThat(db.text("SELECT count(*) || ',' || sum(length(blob)) || ',' || count(note) || ','"
                            + " || count(*) FILTER (WHERE note = '') || ',' || sum(n) || ',' || count(at) || ','"
                            + " || sum((j->>'a')::int) || ',' || count(*) FILTER (WHERE tags[2] = 'y' || s) || ',' || count(m)"
                            + " || ',' || sum(s) || ',' || count(DISTINCT u) FROM t"))
                    .isEqualTo("40," + (40L * width + 1580) + ",27,14,1086.50,27,1073,27,27,1073,27");
        }
    }
}
