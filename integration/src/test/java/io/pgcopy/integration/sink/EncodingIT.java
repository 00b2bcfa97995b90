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
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Text that the target cannot store as it is: one bad record, or what {@code text.nul.mode} says. */
class EncodingIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private static PostgresServer server;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("encodings"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aCharacterThatTheDatabasesEncodingHasNotIsOneBadRecord() {
        Database db = server.createDatabase("encoding_latin1", "LATIN1");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text)");
        rows("é", "世", "plain");
        assertThat(reported(db, Map.of())).containsExactly(1L);
        assertThat(db.rows("SELECT id, octet_length(note), encode(convert_to(note, 'LATIN1'), 'hex') FROM t"))
                .containsExactly(List.of("0", "1", "e9"), List.of("2", "5", "706c61696e"));
    }

    @ParameterizedTest
    @CsvSource({"fail, ''", "remove, xy", "replace, x\uFFFDy"})
    void nulInTextIsRefusedOrChangedAsTheSettingSays(String mode, String stored) {
        Database db = server.createDatabase("encoding_nul");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text)");
        rows("before", "x\0y", "after", "lone \ud800");
        List<Long> bad = reported(db, Map.of("text.nul.mode", mode));
        if (mode.equals("fail")) {
            assertThat(bad).containsExactly(1L, 3L);
            assertThat(db.rows("SELECT note FROM t")).containsExactly(List.of("before"), List.of("after"));
        } else {
            assertThat(bad).containsExactly(3L);
            assertThat(db.rows("SELECT note FROM t ORDER BY id"))
                    .containsExactly(List.of("before"), List.of(stored), List.of("after"));
        }
    }

    private void rows(String... notes) {
        for (int id = 0; id < notes.length; id++) {
            log.add(P0, new Struct(ROW).put("id", (long) id).put("note", notes[id]));
        }
    }

    private List<Long> reported(Database db, Map<String, String> settings) {
        try (SinkDriver sink = SinkDriver.tolerant(db, log, settings)) {
            sink.openAll();
            sink.drain();
            return sink.context.bad().stream()
                    .map(SinkRecord::originalKafkaOffset)
                    .toList();
        }
    }
}
