/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tables in which more than the key must be unique, so that the order of the rows of a flush matters. */
class UpsertUniquesIT {
    private static final TopicPartition P0 = new TopicPartition("h", 0);

    private static PostgresServer server;
    private Database db;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = Kit.server();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("upsert_uniques");
    }

    /** A customer's current row is closed before the next one is opened, whatever their keys. */
    @ParameterizedTest(name = "{0}, {1} bytes a row")
    @CsvSource({"upsert, 10", "upsert, 6000"})
    void writesRowsInTheOrderInWhichTheyCame(String mode, int width) {
        db.execute(
                "CREATE TABLE h (id int8 PRIMARY KEY, customer int8, current int4, pad text)",
                "CREATE UNIQUE INDEX ON h (customer) WHERE current = 1",
                "INSERT INTO h SELECT 10000 + n, n, 1 FROM generate_series(0, 499) AS n");
        int customers = 500;
        for (long customer = 0; customer < customers; customer++) {
            row(10_000 + customer, customer, 0, width);
            row(customer, customer, 1, width);
        }
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("insert.mode", mode, "flush.max.records", "5000"))) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.reported).isEmpty();
        }
        assertThat(db.count("h WHERE current = 1 AND id < 10000")).isEqualTo(customers);
        assertThat(db.count("h WHERE current = 0 AND id >= 10000")).isEqualTo(customers);
    }

    @Test
    void takesTheFirstOfRowsThatShutEachOtherOut() {
        db.execute(
                "CREATE TABLE h (id int8 PRIMARY KEY, customer int8, current int4, pad text)",
                "CREATE UNIQUE INDEX ON h ((customer + 0))");
        row(9, 1, 0, 10);
        row(2, 1, 0, 10);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("insert.mode", "insert_ignore"))) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.bad()).hasSize(1);
        }
        assertThat(db.text("SELECT string_agg(id::text, ' ') FROM h")).isEqualTo("9");
    }

    private void row(long id, long customer, int current, int width) {
        Struct key = Rows.of("id", id);
        Struct row = Rows.of("id", id, "customer", customer, "current", current, "pad", "p".repeat(width));
        log.add(P0, key.schema(), key, row.schema(), row);
    }
}
