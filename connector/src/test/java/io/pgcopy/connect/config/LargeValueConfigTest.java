/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LargeValueConfigTest {
    private static final String AVRO = "io.pgcopy.converters.avro.AvroConverter";

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, true",
                "org.apache.kafka.connect.json.JsonConverter, -, true",
                "io.pgcopy.converters.avro.AvroConverter, -, false",
                "io.apicurio.registry.utils.converter.AvroConverter, -, false",
                "io.pgcopy.converters.zstd.ZstdConverter, org.apache.kafka.connect.json.JsonConverter, true",
                "io.pgcopy.converters.zstd.ZstdConverter, io.pgcopy.converters.avro.AvroConverter, false",
                "com.example.SomeConverter, -, true"
            })
    void whatIsNotKnownToBeBinaryCountsAsJson(String converter, String delegate, boolean json) {
        Map<String, String> properties = properties();
        properties.remove("value.converter");
        if (converter != null) {
            properties.put("value.converter", converter);
        }
        if (delegate != null) {
            properties.put("value.converter.delegate", delegate);
        }
        assertThat(SourceConfig.from(properties).largeValues().json()).isEqualTo(json);
    }

    @ParameterizedTest(name = "{0}={1}: {2} {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "producer.override.max.request.size | 999999 | record.max.bytes | is above producer.override.max.request.size (999999)",
                "producer.override.buffer.memory | 999999 | record.max.bytes | is above producer.override.buffer.memory (999999)",
                "chunk.bytes | 1000001 | chunk.bytes | is above record.max.bytes (1000000)",
                "errors.tolerance | all | large.value.mode | would lose a slice",
                "producer.override.partitioner.class | org.apache.kafka.clients.producer.RoundRobinPartitioner | large.value.mode | ignores keys",
                "producer.override.partitioner.ignore.keys | true | large.value.mode | ignores keys",
                "producer.override.max.in.flight.requests.per.connection | 5 | large.value.mode | enable.idempotence=true",
                "topic.creation.default.cleanup.policy | compact | large.value.mode | one slice of each row"
            })
    void whatWouldLoseSlicesIsRefused(String key, String value, String blamed, String problem) {
        Map<String, String> properties = properties();
        properties.put(key, value);
        assertThat(problems(properties)).containsOnlyKeys(blamed);
        assertThat(problems(properties).get(blamed)).contains(problem);
    }

    @Test
    void severalRequestsInFlightAreFineWithIdempotence() {
        Map<String, String> properties = properties();
        properties.put("producer.override.max.in.flight.requests.per.connection", "5");
        properties.put("producer.override.enable.idempotence", "true");
        assertThat(problems(properties)).isEmpty();
    }

    @Test
    void aSliceMustFitAsJsonWritesIt() {
        Map<String, String> properties = properties();
        properties.put("chunk.bytes", "900000");
        assertThat(problems(properties)).isEmpty();
        properties.remove("value.converter");
        assertThat(problems(properties)).containsOnlyKeys("chunk.bytes");
        assertThat(problems(properties).get("chunk.bytes")).contains("1200000 bytes as JSON writes it");
    }

    private static Map<String, String> properties() {
        return new HashMap<>(Map.of(
                "connection.url", "jdbc:postgresql://localhost/shop",
                "tables", "sales.orders",
                "value.converter", AVRO,
                "large.value.mode", "chunk"));
    }

    private static Map<String, String> problems(Map<String, String> properties) {
        Map<String, String> problems = new HashMap<>();
        for (ConfigValue value : SourceConfig.validate(properties).result().configValues()) {
            if (!value.errorMessages().isEmpty()) {
                problems.put(value.name(), value.errorMessages().get(0));
            }
        }
        return problems;
    }
}
