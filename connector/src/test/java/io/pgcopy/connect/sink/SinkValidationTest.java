/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SinkValidationTest {

    @Test
    void tellsAllProblemsAtOnceEachOnItsKey() {
        Map<String, List<String>> problems = problems(Map.of(
                "connection.url", "jdbc:mysql://x/y",
                "insert.mode", "upsert",
                "pk.mode", "none",
                "exactly.once.table", "a.b.c",
                "topics.to.tables", "t:x.y.z",
                "flush.timeout.ms", "300000",
                "consumer.override.max.poll.interval.ms", "300000",
                "insrt.mode", "insert"));
        assertThat(problems)
                .containsOnlyKeys(
                        "connection.url",
                        "pk.mode",
                        "exactly.once.table",
                        "topics.to.tables",
                        "flush.timeout.ms",
                        "insrt.mode");
    }

    @Test
    void countsWithKafkasOwnPollIntervalWhereNoneIsSet() {
        Map<String, String> slow = Map.of("connection.url", "jdbc:mysql://x/y", "flush.timeout.ms", "300000");
        assertThat(problems(slow)).hasEntrySatisfying("flush.timeout.ms", messages -> assertThat(messages)
                .singleElement()
                .asString()
                .contains("consumer.override.max.poll.interval.ms", "300000"));
        Map<String, String> raised = new HashMap<>(slow);
        raised.put("consumer.override.max.poll.interval.ms", "900000");
        assertThat(problems(raised)).doesNotContainKey("flush.timeout.ms");
    }

    @Test
    void checksEachGroupsRules() {
        assertThat(problems(Map.of(
                        "connection.url", "jdbc:mysql://x/y",
                        "chunk.buffer.row.bytes", "9000000",
                        "chunk.buffer.bytes", "8000000")))
                .containsKey("chunk.buffer.row.bytes");
        assertThat(problems(Map.of(
                        "connection.url", "jdbc:mysql://x/y",
                        "chunk.stall.timeout.ms", "9000",
                        "chunk.incomplete.timeout.ms", "8000")))
                .containsKey("chunk.stall.timeout.ms");
    }

    @Test
    void refusesDeletesWithoutTheRecordsKey() {
        assertThat(problems(Map.of(
                        "connection.url", "jdbc:mysql://x/y", "delete.enabled", "true", "pk.mode", "record_value")))
                .containsKey("delete.enabled");
    }

    @Test
    void saysThatNobodyAnswersAndRepeatsNoPassword() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        Map<String, List<String>> problems = problems(Map.of(
                "connection.url", "jdbc:postgresql://127.0.0.1:" + port + "/shop",
                "connection.user", "me",
                "connection.password", "canary-4711"));
        assertThat(problems).containsOnlyKeys("connection.url");
        assertThat(problems.toString()).contains("08001").doesNotContain("canary-4711");
    }

    private static Map<String, List<String>> problems(Map<String, String> settings) {
        return new PgCopySinkConnector()
                .validate(new HashMap<>(settings)).configValues().stream()
                        .filter(value -> !value.errorMessages().isEmpty())
                        .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
    }
}
