/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.TcpProxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Far more data than a worker has memory, to a server that is slow and then away for a while: the worker, which would
 * end at its first OutOfMemoryError, holds what its settings allow and leaves the rest in Kafka.
 */
class BoundedMemoryIT {
    private static final String NAME = "memory";
    private static final int ROWS = 700;
    private static final String VALUE = "{\"schema\":{\"type\":\"struct\",\"fields\":[{\"field\":\"id\",\"type\":"
            + "\"int64\"},{\"field\":\"payload\",\"type\":\"bytes\"}]},\"payload\":{\"id\":%d,\"payload\":\"%s\"}}";

    private final Database db = Kit.server().createDatabase(NAME);

    @Test
    void staysBoundedWhateverTheRecordsSizes() {
        db.execute("CREATE TABLE memory (id int8, payload bytea)");
        ClusterOptions small = ClusterOptions.named(NAME).withWorker(worker -> worker.withHeap("128m"));
        try (TcpProxy proxy = TcpProxy.to(Kit.server().host(), Kit.server().port());
                ConnectCluster cluster = ConnectCluster.start(small)) {
            new Records(cluster, NAME, 1).send(0, ROWS, BoundedMemoryIT::value);
            assertThat(cluster.topics().bytes(NAME)).isGreaterThan(2 * (128L << 20));
            proxy.slice(16 * 1024);
            proxy.delay(Duration.ofMillis(2));
            cluster.rest().put(NAME, sink(proxy));
            awaitRows(cluster, 50);
            proxy.refuse(true);
            proxy.reset();
            // A COMMIT that the server has read already may still happen.
            Await.until(
                    "the sink's sessions to end",
                    () -> db.count("pg_stat_activity WHERE datname = current_database()"
                                    + " AND application_name LIKE '" + NAME + "-%'")
                            == 0);
            long before = db.count(NAME);
            Await.pause(Duration.ofSeconds(10));
            assertThat(db.count(NAME)).as("nothing passes").isEqualTo(before);
            proxy.refuse(false);
            proxy.delay(Duration.ZERO);
            awaitRows(cluster, ROWS);
            assertThat(db.text("SELECT count(DISTINCT id) || ',' || sum(length(payload)) FROM memory"))
                    .isEqualTo(ROWS + "," + bytes());
            System.out.printf(
                    "%d rows of %d MB through a heap of 128 MB; the process had %d MB at most%n",
                    ROWS, bytes() >> 20, cluster.worker().process().peakMemoryMb());
        }
    }

    // A third of the rows are some bytes, a third some hundred thousand, a third a million and more.
    private static int size(long id) {
        return (int) (id % 3 == 0 ? id : id % 3 == 1 ? 200_000 + id : 1_000_000 + 100 * id);
    }

    private static long bytes() {
        long bytes = 0;
        for (long id = 0; id < ROWS; id++) {
            bytes += size(id);
        }
        return bytes;
    }

    private static byte[] value(long id) {
        byte[] payload = new byte[size(id)];
        new Random(id).nextBytes(payload);
        return VALUE.formatted(id, Base64.getEncoder().encodeToString(payload)).getBytes(StandardCharsets.US_ASCII);
    }

    private void awaitRows(ConnectCluster cluster, long rows) {
        Await.until(
                rows + " rows",
                () -> {
                    assertThat(cluster.worker().process().isAlive())
                            .as("%s", cluster.worker().process().tail())
                            .isTrue();
                    cluster.rest().refuseFailure(NAME);
                    return db.count(NAME) >= rows;
                },
                () -> cluster.worker().process().tail());
    }

    private Map<String, String> sink(TcpProxy proxy) {
        Map<String, String> sink = new HashMap<>();
        sink.put("connector.class", "io.pgcopy.connect.sink.PgCopySinkConnector");
        sink.put("tasks.max", "1");
        sink.put("topics", NAME);
        sink.put("connection.url", "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/" + db.name());
        sink.put("connection.user", db.user());
        sink.put("connection.password", db.password());
        sink.put("delivery.guarantee", "exactly_once");
        sink.put("flush.max.bytes", "8000000");
        sink.put("retry.backoff.max.ms", "1000");
        sink.put("consumer.override.auto.offset.reset", "earliest");
        sink.put("consumer.override.isolation.level", "read_committed");
        sink.put("consumer.override.fetch.max.bytes", "4000000");
        sink.put("consumer.override.max.poll.records", "10");
        return sink;
    }
}
