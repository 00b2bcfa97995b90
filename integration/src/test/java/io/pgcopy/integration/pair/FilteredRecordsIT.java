/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Records that a transformation leaves out never reach the sink, and are no lag. */
class FilteredRecordsIT {
    private static final int ROWS = 5;

    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once"})
    void theCommittedOffsetPassesThem(String guarantee) {
        try (Pipe pipe = Kit.pipe(LargeValues.name("filtered"))) {
            pipe.both("CREATE TABLE kept (id int PRIMARY KEY)", "CREATE TABLE dropped (id int PRIMARY KEY)");
            for (String table : new String[] {"kept", "dropped"}) {
                pipe.source().execute("INSERT INTO " + table + " SELECT generate_series(1, " + ROWS + ")");
            }
            pipe.startSource("tables", "public.*");
            pipe.awaitTopic("public.kept", ROWS);
            pipe.awaitTopic("public.dropped", ROWS);
            pipe.startSink(
                    "delivery.guarantee", guarantee,
                    "consumer.override.isolation.level", "read_committed",
                    "transforms", "filter",
                    "transforms.filter.type", "org.apache.kafka.connect.transforms.Filter",
                    "transforms.filter.predicate", "dropped",
                    "predicates", "dropped",
                    "predicates.dropped.type", "org.apache.kafka.connect.transforms.predicates.TopicNameMatches",
                    "predicates.dropped.pattern", ".*dropped");
            pipe.awaitCopied("public.kept");
            Await.until(
                    "both topics to be committed to their ends",
                    () -> committed(pipe, "public.kept") == ROWS && committed(pipe, "public.dropped") == ROWS);
            assertThat(pipe.target().count("dropped")).isZero();
        }
    }

    private static long committed(Pipe pipe, String table) {
        for (JsonNode entry : pipe.rest().offsets(pipe.sinkConnector()).path("offsets")) {
            if (entry.path("partition").path("kafka_topic").asText().equals(pipe.topic(table))) {
                return entry.path("offset").path("kafka_offset").asLong();
            }
        }
        return -1;
    }
}
