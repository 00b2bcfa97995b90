/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.PluginPath;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A worker finds the plugins of the unpacked archives, however it looks for them (KIP-898). */
class PluginDiscoveryIT {

    @ParameterizedTest
    @ValueSource(strings = {"only_scan", "service_load"})
    void everyPluginIsFound(String discovery) {
        String plugins = PluginPath.unpacked().toString();
        try (ConnectCluster cluster = ConnectCluster.start(ClusterOptions.named("discovery-" + discovery)
                .withWorker(worker -> worker.with("plugin.path", plugins).with("plugin.discovery", discovery)))) {
            Set<String> found = new HashSet<>();
            for (JsonNode plugin : cluster.rest().call("GET", "/connector-plugins?connectorsOnly=false", null)) {
                found.add(
                        plugin.get("type").asText() + " " + plugin.get("class").asText());
            }
            assertThat(found)
                    .contains(
                            "source io.pgcopy.connect.source.PgCopySourceConnector",
                            "sink io.pgcopy.connect.sink.PgCopySinkConnector",
                            "transformation io.pgcopy.connect.transform.ChunkGuard",
                            "converter io.pgcopy.converters.avro.AvroConverter",
                            "converter io.pgcopy.converters.zstd.ZstdConverter");
        }
    }
}
