/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChunkConfigTest {

    @Test
    void aDeadLetterQueueThatIsAskedForMustBeThere() {
        String needs = "chunk.incomplete.policy is dlq, which needs errors.tolerance=all and a topic in"
                + " errors.deadletterqueue.topic.name.";
        assertThat(problems("chunk.incomplete.policy", "dlq")).isEqualTo(Map.of("chunk.incomplete.policy", needs));
        assertThat(problems("chunk.incomplete.policy", "dlq", "errors.tolerance", "all"))
                .isEqualTo(Map.of("chunk.incomplete.policy", needs));
        assertThat(problems("chunk.incomplete.policy", "dlq", "errors.deadletterqueue.topic.name", "dead"))
                .isEqualTo(Map.of("chunk.incomplete.policy", needs));
        assertThat(problems(
                        "chunk.incomplete.policy", "dlq",
                        "errors.tolerance", "all",
                        "errors.deadletterqueue.topic.name", "dead"))
                .isEmpty();
    }

    @Test
    void boundsThatDoNotFitEachOtherAreToldByValidation() {
        assertThat(problems("chunk.buffer.row.bytes", "70000000")).containsOnlyKeys("chunk.buffer.row.bytes");
        assertThat(problems("chunk.stall.timeout.ms", "4000000")).containsOnlyKeys("chunk.stall.timeout.ms");
    }

    private static Map<String, String> problems(String... keysAndValues) {
        Map<String, String> properties = new HashMap<>(Map.of("connection.url", "jdbc:postgresql://localhost/shop"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        Map<String, String> problems = new HashMap<>();
        for (ConfigValue value : SinkConfig.validate(properties).result().configValues()) {
            if (!value.errorMessages().isEmpty()) {
                problems.put(value.name(), value.errorMessages().get(0));
            }
        }
        return problems;
    }
}
