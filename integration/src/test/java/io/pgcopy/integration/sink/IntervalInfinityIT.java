/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresOptions.Origin;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** An infinite interval into servers that know it, and into those that would take it for 178956970 years. */
class IntervalInfinityIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);

    @ParameterizedTest
    @EnumSource(
            value = Origin.class,
            names = {"OLDEST", "EMBEDDED"})
    void isStoredOrRefusedRecordByRecord(Origin origin) {
        boolean infinite = origin == Origin.EMBEDDED;
        try (PostgresServer server =
                PostgresServer.start(PostgresOptions.named("interval-" + origin).from(origin))) {
            Database db = server.createDatabase("infinity");
            assertThat(db.number("SHOW server_version_num") >= 170_000).isEqualTo(infinite);
            db.execute("CREATE TABLE t (id int8, v interval, w interval[])");
            Schema row = SchemaBuilder.struct()
                    .field("id", Schema.INT64_SCHEMA)
                    .field("v", Schema.STRING_SCHEMA)
                    .field("w", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
                    .build();
            TopicLog log = new TopicLog();
            List<String> values = List.of("P1D", "infinity", "-infinity", "P2D");
            for (int i = 0; i < values.size(); i++) {
                log.add(
                        P0,
                        new Struct(row)
                                .put("id", (long) i)
                                .put("v", values.get(i))
                                .put("w", List.of("PT1S")));
            }
            log.add(P0, new Struct(row).put("id", 4L).put("v", "P3D").put("w", List.of("infinity")));
            try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
                sink.openAll();
                sink.drain();
                assertThat(sink.context.bad())
                        .extracting(SinkRecord::originalKafkaOffset)
                        .isEqualTo(infinite ? List.of() : List.of(1L, 2L, 4L));
                assertThat(sink.context.messages()).allMatch(message -> message.contains("before PostgreSQL 17"));
            }
            assertThat(db.rows("SELECT v FROM t ORDER BY id"))
                    .extracting(found -> found.get(0))
                    .isEqualTo(
                            infinite
                                    ? List.of("1 day", "infinity", "-infinity", "2 days", "3 days")
                                    : List.of("1 day", "2 days"));
        }
    }
}
