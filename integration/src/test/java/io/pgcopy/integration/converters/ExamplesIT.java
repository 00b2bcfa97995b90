/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.converters;

import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.FreePort;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples of our converters do what they say, in a worker that reads its secrets from the environment. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExamplesIT {
    static final String COLUMNS = "id bigint PRIMARY KEY, placed timestamptz, total numeric(12,2), any_number numeric,"
            + " note text, document bytea";
    static final String ROWS = "SELECT i, timestamptz '2026-11-30' + i * interval '1.000001 s', i * 1.01, i / 7.0,"
            + " CASE WHEN i % 5 > 0 THEN 'note ' || i END, sha256(i::text::bytea) FROM generate_series(1, 500) AS i";

    private SchemaRegistry registry;
    private ConnectCluster cluster;

    @BeforeAll
    void start() {
        registry = SchemaRegistry.start();
        cluster = ConnectCluster.start(ClusterOptions.named("examples").withWorker(worker -> worker.with(
                        "config.providers", "env")
                .with("config.providers.env.class", "org.apache.kafka.common.config.provider.EnvVarConfigProvider")
                .withEnvironment(Example.workerEnvironment())));
    }

    @AfterAll
    void stop() {
        cluster.close();
        registry.close();
    }

    @Test
    void avroWithoutARegistry() throws Exception {
        List<ConsumerRecord<byte[], byte[]>> records = new Example("avro-no-registry", "sales.orders")
                .filledBy(COLUMNS + ", \"order-date\" date", ROWS.replace(" FROM", ", date '2026-11-30' FROM"))
                .run(cluster, Map.of());
        assertThat(records)
                .allMatch(record -> record.value()[0] == (byte) 0xC3)
                .allMatch(record -> record.headers().lastHeader("avro.value.schema") != null)
                .allMatch(record -> record.headers().lastHeader("avro.key.schema") != null);
    }

    @Test
    void avroWithARegistry() throws Exception {
        List<ConsumerRecord<byte[], byte[]>> records = new Example("avro-registry", "sales.orders")
                .filledBy(COLUMNS + ", \"order-date\" date", ROWS.replace(" FROM", ", date '2026-11-30' FROM"))
                .run(cluster, Map.of("https://registry.example.com", registry.confluentUrl()));
        assertThat(records)
                .allMatch(record -> record.key()[0] == 0 && record.value()[0] == 0)
                .allMatch(record -> record.headers().lastHeader("avro.value.schema") == null);
        assertThat(registry.get("/subjects")).contains("sales.orders-key").contains("sales.orders-value");
        assertThat(cluster.worker().logText().contains(Example.USER_INFO))
                .as("the registry's password in the worker's log")
                .isFalse();
    }

    /** Connect tolerates what it cannot convert, and goes on trying where that is not the record's fault. */
    @Test
    void aRegistryThatIsAwayForAWhileCostsNoRecord() throws Exception {
        int port = FreePort.next();
        Example example = new Example("avro-registry", "late.orders")
                .filledBy(COLUMNS, ROWS)
                .with("errors.tolerance", "all")
                .with("errors.retry.timeout", "-1")
                .with("errors.retry.delay.max.ms", "1000");
        for (String side : List.of("key", "value")) {
            example.with(side + ".converter.max.retries", "0");
        }
        example.start(
                cluster,
                Map.of(
                        "https://registry.example.com",
                        "http://127.0.0.1:" + port + SchemaRegistry.CONFLUENT_PATH,
                        "sales.orders",
                        "late.orders"));
        cluster.rest().awaitRunning("avro-registry-late-source", 1);
        try (SchemaRegistry late = SchemaRegistry.start(port)) {
            assertThat(example.finish(cluster)).hasSize(500);
            assertThat(late.get("/subjects")).contains("late.orders-value");
        }
    }

    @Test
    void zstdOverJson() throws Exception {
        List<ConsumerRecord<byte[], byte[]>> records = new Example("zstd-json", "archive.documents")
                .filledBy(
                        "id int PRIMARY KEY, title text, body text",
                        "SELECT i, 'document ' || i, repeat('word ' || i || ' ', CASE i WHEN 80 THEN 500000"
                                + " ELSE i * i * 10 END) FROM generate_series(1, 80) AS i")
                .run(cluster, Map.of());
        assertThat(records.stream().filter(record -> record.value()[0] == 0x57)).hasSizeBetween(60, 79);
        assertThat(records.get(79).value().length)
                .as("what became of four megabytes")
                .isLessThan(1_000_000);
        assertThat(records.stream().filter(record -> record.value()[0] == '{')).isNotEmpty();
    }
}
