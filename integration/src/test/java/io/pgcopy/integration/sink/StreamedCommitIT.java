/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.TcpProxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A streamed row is committed, and the answer to its COMMIT is lost. */
class StreamedCommitIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);

    private final PostgresServer server = Kit.server();
    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeEach
    void create() {
        db = server.createDatabase("streamed_commit");
        // Without a key, so that a duplicate shows.
        db.execute("CREATE TABLE t (id int8, note text)");
        new Slices(log, P0, 1, "aa", "bb", "cc").next().next().next();
    }

    @Test
    void atLeastOnceTheRowMayComeTwice() {
        drain(Map.of());

        assertThat(rows()).containsExactly(List.of("1", "aabbcc"), List.of("1", "aabbcc"));
    }

    @Test
    void anUpsertWritesItOverItself() {
        db.execute("ALTER TABLE t ADD PRIMARY KEY (id)");
        drain(Map.of("insert.mode", "upsert", "pk.mode", "record_value", "pk.fields", "id"));

        assertThat(rows()).containsExactly(List.of("1", "aabbcc"));
    }

    @Test
    void exactlyOnceItIsFoundInTheLedger() {
        drain(Map.of("delivery.guarantee", "exactly_once"));

        assertThat(rows()).containsExactly(List.of("1", "aabbcc"));
    }

    private void drain(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(SinkDriver.settings(db, more));
        settings.put("chunk.buffer.row.bytes", "0");
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port())) {
            settings.put("connection.url", "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/" + db.name());
            try (SinkDriver sink = new SinkDriver(settings, log, new HashMap<>(), false)) {
                sink.openAll();
                // What is committed from here on first is the row: there is no other.
                proxy.leaveUnanswered("COMMIT");
                sink.drain();
                assertThat(proxy.faults()).isEqualTo(1);
            }
        }
    }

    private List<List<String>> rows() {
        return db.rows("SELECT id, note FROM t");
    }
}
