/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.TcpProxy;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

import static org.assertj.core.api.Assertions.assertThat;

/** Numbered rows on their way to a table without a key, where each duplicate shows. */
final class Numbers {
    static final TopicPartition P0 = new TopicPartition("t", 0);
    static final Schema ROW =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    final TopicLog log = new TopicLog();
    final Database db;

    Numbers(Database db) {
        this.db = db;
        db.execute("CREATE TABLE t (id int8)");
    }

    void add(int from, int to) {
        for (int i = from; i < to; i++) {
            log.add(P0, new Struct(ROW).put("id", (long) i));
        }
    }

    /** Exactly-once, in flushes of 200. */
    SinkDriver sink(String... keysAndValues) {
        return new SinkDriver(settings(keysAndValues), log, new HashMap<>(), false);
    }

    Map<String, String> settings(String... keysAndValues) {
        Map<String, String> settings = SinkDriver.settings(
                db, Map.of("delivery.guarantee", "exactly_once", "flush.interval.ms", "1", "flush.max.records", "200"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return settings;
    }

    String through(TcpProxy proxy) {
        return "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/" + db.name();
    }

    /** One poll and one commit in a thread of its own, since they may have to wait. */
    static Thread round(SinkDriver sink) {
        Thread thread = new Thread(
                () -> {
                    sink.poll();
                    sink.commit();
                },
                "round");
        thread.start();
        return thread;
    }

    /** Waits until this many sessions of sinks wait for a lock. */
    void awaitBlocked(int sessions) {
        String blocked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                + " AND application_name LIKE 'driven%'";
        Await.until(sessions + " blocked sessions", () -> db.number(blocked) == sessions);
    }

    void assertExactly(int rows) {
        assertThat(db.text("SELECT count(*) || ',' || count(DISTINCT id) || ',' || max(id) FROM t"))
                .isEqualTo(rows + "," + rows + "," + (rows - 1));
    }
}
