/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Bad records on a real worker: what its dead letter queue says of them, and what a task says that has none. */
class ErrorsQueueIT {
    private static final String CANARY = "canary-7720-in-a-row";
    private static final AtomicInteger RUN = new AtomicInteger();

    // Topics and a consumer group that no other test has seen.
    private final String connector = "errors-queue-" + RUN.incrementAndGet();
    private final String queue = connector + ".queue";
    private final String topic = connector + ".rows";

    private final ConnectCluster cluster = Kit.cluster();
    private Database db;

    @BeforeEach
    void create() {
        db = Kit.server().createDatabase("errors_queue");
        db.execute(
                "CREATE TABLE p (id int8 PRIMARY KEY)",
                "INSERT INTO p VALUES (0), (1)",
                "CREATE TABLE strict (id int8 PRIMARY KEY, up int8 REFERENCES p," + " note varchar(40) CHECK (note <> '"
                        + CANARY + "'))");
        cluster.topics().create(queue, 1, Map.of());
        cluster.topics().create(topic, 1, Map.of());
    }

    @AfterEach
    void end() {
        if (cluster.rest().exists(connector)) {
            cluster.rest().delete(connector);
        }
        cluster.topics().delete(queue);
        cluster.topics().delete(topic);
    }

    @Test
    void theQueueSaysWhereARecordWasAndWhyItIsBadAndNothingOfItsContent() {
        produce();
        start("all");
        Await.until(
                "46 rows",
                () -> {
                    cluster.rest().refuseFailure(connector);
                    return db.count("strict") == 46;
                },
                () -> "rows: " + db.count("strict") + cluster.worker().process().tail());
        Await.until("4 records in the queue", () -> cluster.topics().length(queue) == 4);
        Map<Long, Map<String, String>> headers = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : cluster.topics().records(queue)) {
            Map<String, String> texts = texts(record);
            headers.put(Long.parseLong(texts.getOrDefault("__connect.errors.offset", "-1")), texts);
        }
        assertThat(headers.keySet()).containsExactly(10L, 20L, 30L, 40L);
        assertReason(headers.get(10L), "23514", "strict_note_check", "strict");
        assertReason(headers.get(20L), "23503", "strict_up_fkey", "strict");
        assertReason(headers.get(30L), "23505", "strict_pkey", "strict");
        assertReason(headers.get(40L), "note");
        assertThat(cluster.worker().logText()).doesNotContain(CANARY);
    }

    @Test
    void aTaskWithoutToleranceNamesTheVeryRecord() {
        produce();
        start("none");
        assertThat(cluster.rest().awaitTaskFailed(connector))
                .contains("topic " + topic + ", partition 0, offset ")
                .doesNotContain(CANARY);
        assertThat(db.count("strict")).isZero();
    }

    @Test
    void aMissingTableSendsNothingToTheQueue() {
        start("all");
        cluster.rest().awaitRunning(connector, 1);
        db.execute("DROP TABLE strict");
        produce();
        assertThat(cluster.rest().awaitTaskFailed(connector))
                .contains("public.strict")
                .contains("topics.to.tables");
        assertThat(cluster.topics().length(queue)).isZero();
    }

    @Test
    void anOutageSendsNothingToTheQueue() {
        start("all");
        cluster.rest().awaitRunning(connector, 1);
        readOnly(true);
        produce();
        Await.until("a flush that failed", () -> cluster.worker()
                .logText()
                .lines()
                .filter(line -> line.contains("[pgcopy-flusher-" + connector))
                .anyMatch(line -> line.contains("Flush of ") && line.contains("25006")));
        // But for the record that is refused without a server.
        assertThat(cluster.topics().records(queue))
                .allMatch(record -> "40".equals(texts(record).get("__connect.errors.offset")));
        readOnly(false);
        Await.until("46 rows", () -> db.count("strict") == 46);
        Await.until("4 records in the queue", () -> cluster.topics().length(queue) == 4);
    }

    private void readOnly(boolean on) {
        db.execute(
                "SET default_transaction_read_only = off",
                "ALTER DATABASE " + db.name() + " SET default_transaction_read_only = " + on,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '" + connector
                        + "%'");
    }

    private void produce() {
        try (Produced produced = new Produced(cluster)) {
            for (long i = 0; i < 50; i++) {
                String note = i == 10 ? CANARY : i == 40 ? CANARY.repeat(3) : "n";
                long id = i == 30 ? 29 : i;
                produced.send(topic, Rows.of("id", id), Rows.of("id", id, "up", i == 20 ? 5L : i % 2, "note", note));
            }
        }
    }

    private void start(String tolerance) {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("connector.class", "PgCopySink");
        config.put("tasks.max", "1");
        config.put("topics", topic);
        config.put("connection.url", db.url());
        config.put("connection.user", db.user());
        config.put("connection.password", db.password());
        config.put("table.name.format", "strict");
        config.put("consumer.override.auto.offset.reset", "earliest");
        config.put("errors.tolerance", tolerance);
        config.put("errors.deadletterqueue.topic.name", queue);
        config.put("errors.deadletterqueue.topic.replication.factor", "1");
        config.put("errors.deadletterqueue.context.headers.enable", "true");
        if (tolerance.equals("none")) {
            config.keySet().removeIf(key -> key.startsWith("errors.deadletterqueue"));
        }
        cluster.rest().put(connector, config);
    }

    private void assertReason(Map<String, String> headers, String... words) {
        assertThat(headers)
                .containsEntry("__connect.errors.topic", topic)
                .containsEntry("__connect.errors.partition", "0");
        assertThat(headers.get("__connect.errors.exception.message"))
                .contains("topic " + topic + ", partition 0, offset " + headers.get("__connect.errors.offset"))
                .contains(words);
        assertThat(List.copyOf(headers.values()))
                .allSatisfy(text -> assertThat(text).doesNotContain(CANARY));
    }

    private static Map<String, String> texts(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> texts = new TreeMap<>();
        for (Header header : record.headers()) {
            texts.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
        }
        return texts;
    }
}
