/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** An update that tells nothing of a large value does nothing to it. */
@Timeout(60)
class UnavailableValuesIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final byte[] PLACEHOLDER = "__debezium_unavailable_value".getBytes(UTF_8);

    @Test
    void aColumnWhoseValueDidNotComeKeepsItsOwn() {
        TopicLog log = new TopicLog();
        try (PostgresServer server = PostgresServer.start(PostgresOptions.named("unavailable"))) {
            Database db = server.createDatabase("unavailable");
            db.execute(
                    "CREATE TABLE t (id int8 PRIMARY KEY, n int, note bytea NOT NULL)",
                    "INSERT INTO t VALUES (1, 0, 'one'), (2, 0, 'two')");
            add(log, 1, 1, PLACEHOLDER);
            add(log, 2, 1, "new".getBytes(UTF_8));
            add(log, 2, 2, PLACEHOLDER);
            try (SinkDriver sink = SinkDriver.of(db, log, Map.of("insert.mode", "update"))) {
                sink.openAll();
                sink.drain();
            }
            assertThat(db.rows("SELECT id, n, convert_from(note, 'UTF8') FROM t ORDER BY id"))
                    .containsExactly(List.of("1", "1", "one"), List.of("2", "2", "new"));
        }
    }

    private static void add(TopicLog log, long id, int n, byte[] note) {
        Struct key = Rows.of("id", id);
        Struct row = Rows.of("id", id, "n", n, "note", note);
        log.add(P0, key.schema(), key, row.schema(), row);
    }
}
