/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Limits that do not fit together, as a worker's REST interface tells of them. */
class LargeValueLimitsIT {
    private Pipe pipe;

    @BeforeEach
    void create() {
        pipe = Kit.pipe(LargeValues.name("limits")).through(Pipe.AVRO);
        pipe.source().execute("CREATE TABLE t (id int PRIMARY KEY, content bytea)");
    }

    @AfterEach
    void end() {
        pipe.close();
    }

    @Test
    void aRecordThatTheProducerWouldRefuseIsAnErrorOfItsKey() {
        assertThat(errors(
                        "record.max.bytes",
                        "record.max.bytes",
                        "5000000",
                        "producer.override.max.request.size",
                        "4000000"))
                .singleElement()
                .asString()
                .contains("(5000000) is above producer.override.max.request.size (4000000)");
        assertThat(errors(
                        "record.max.bytes",
                        "record.max.bytes",
                        "5000000",
                        "producer.override.max.request.size",
                        "6000000"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "producer.override.partitioner.ignore.keys, true, a producer that ignores keys",
        "producer.override.partitioner.class, org.apache.kafka.clients.producer.RoundRobinPartitioner, ignores keys",
        "topic.creation.default.cleanup.policy, compact, one slice of each row would be kept",
        "errors.tolerance, all, would lose a slice",
        "producer.override.max.in.flight.requests.per.connection, 5, could come after its successor",
    })
    void whatWouldTearSlicesApartIsAnError(String key, String value, String problem) {
        List<String> settings = new ArrayList<>(List.of("large.value.mode", "chunk", key, value));
        if (key.endsWith("connection")) {
            settings.addAll(List.of("producer.override.enable.idempotence", "false"));
        }
        assertThat(errors("large.value.mode", settings.toArray(String[]::new)))
                .singleElement()
                .asString()
                .contains(problem);
    }

    private List<String> errors(String key, String... settings) {
        Map<String, String> config = pipe.sourceConfig(settings);
        config.put("name", pipe.sourceConnector());
        config.put("tables", "public.t");
        List<String> errors = new ArrayList<>();
        for (JsonNode found :
                pipe.rest().validate("PgCopySourceConnector", config).path("configs")) {
            if (found.path("value").path("name").asText().equals(key)) {
                found.path("value").path("errors").forEach(error -> errors.add(error.asText()));
            }
        }
        return errors;
    }
}
