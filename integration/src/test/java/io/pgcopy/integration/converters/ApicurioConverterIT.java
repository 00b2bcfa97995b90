/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.converters;

import io.pgcopy.integration.benchmark.PackagedConverters;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.PluginPath;
import io.pgcopy.integration.fixture.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.storage.Converter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The example of Apicurio's converter, with Apicurio's registry; and our converter reads what that one wrote. Part of
 * {@code mvn -Pmatrix verify}, which fetches the converter into {@code target/matrix/plugins}.
 */
class ApicurioConverterIT {

    @Test
    void theConnectorsWorkWithApicuriosConverterAndOursReadsItsTopic() throws Exception {
        String plugins = PluginPath.unpacked() + "," + Workspace.target().resolve("matrix/plugins");
        ClusterOptions options = ClusterOptions.named("apicurio").withWorker(worker -> worker.with(
                        "config.providers", "env")
                .with("config.providers.env.class", "org.apache.kafka.common.config.provider.EnvVarConfigProvider")
                .with("plugin.path", plugins)
                // Its jar lists no services.
                .with("plugin.discovery", "hybrid_warn")
                .withEnvironment(Example.workerEnvironment()));
        try (SchemaRegistry registry = SchemaRegistry.start();
                ConnectCluster cluster = ConnectCluster.start(options)) {
            // From here on a schema's number differs from that of its content: taking one for the other shows.
            String schema = "{\"schema\": \"{\\\"type\\\": \\\"long\\\"}\"}";
            registry.register("one-value", schema);
            registry.register("two-value", schema);
            List<ConsumerRecord<byte[], byte[]>> records = new Example("apicurio-avro", "sales.orders")
                    .filledBy(ExamplesIT.COLUMNS, ExamplesIT.ROWS)
                    .run(cluster, Map.of("https://registry.example.com/apis/registry/v2", registry.ownUrl()));
            assertThat(records).hasSize(500).allMatch(record -> record.value()[0] == 0);
            try (PackagedConverters ours = new PackagedConverters()) {
                Converter avro = ours.converter("io.pgcopy.converters.avro.AvroConverter");
                avro.configure(Map.of("schema.registry.url", registry.confluentUrl()), false);
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    Struct read = (Struct)
                            Objects.requireNonNull(avro.toConnectData("sales.orders", record.headers(), record.value())
                                    .value());
                    assertThat(read.getInt64("id")).isBetween(1L, 500L);
                    assertThat(read.schema().field("placed").schema().name()).isEqualTo("io.pgcopy.time.Timestamptz");
                }
            }
            zstdGoesAroundIt(cluster, registry);
        }
    }

    private static void zstdGoesAroundIt(ConnectCluster cluster, SchemaRegistry registry) throws Exception {
        List<ConsumerRecord<byte[], byte[]>> packed = new Example("apicurio-avro", "packed.notes")
                .filledBy(
                        "id bigint PRIMARY KEY, note text",
                        "SELECT i, repeat('note ' || i || ' ', i * 100) FROM generate_series(1, 100) AS i")
                .with("value.converter", "io.pgcopy.converters.zstd.ZstdConverter")
                .with("value.converter.delegate", "io.apicurio.registry.utils.converter.AvroConverter")
                .run(
                        cluster,
                        Map.of(
                                "https://registry.example.com/apis/registry/v2",
                                registry.ownUrl(),
                                "sales.orders",
                                "packed.notes"));
        assertThat(packed).hasSize(100);
        assertThat(packed).filteredOn(record -> record.value()[0] == 0x57).hasSizeGreaterThan(80);
        assertThat(packed).filteredOn(record -> record.value()[0] == 0).isNotEmpty();
    }
}
