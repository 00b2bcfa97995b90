/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** Streams of no row and of very many, to their end and not beyond. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CopyStreamIT {
    private static final int MANY = 600_000;
    private static final int COLLECTED_EVERY = 150_000;

    private PostgresServer server;
    private Database database;

    @BeforeAll
    void start() {
        server = PostgresServer.start(PostgresOptions.named("copy-stream"));
        database = server.createDatabase("copy_stream");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void aTableWithoutRowsIsReadAtOnce() {
        database.execute("CREATE TABLE nothing (id int, v text)");
        try (RowTrip trip = new RowTrip(database, CodecOptions.DEFAULT)) {
            assertThat(trip.read("nothing")).isEmpty();
        }
    }

    // Each row once, the last one too, whatever the collector does meanwhile.
    @Test
    void everyRowOfAVeryLongTableIsReadOnceAndInOrder() {
        database.execute(
                "CREATE TABLE many AS SELECT i AS id, 'row ' || i AS v FROM generate_series(1, " + MANY + ") AS i");
        int[] read = {0};
        try (RowTrip trip = new RowTrip(database, CodecOptions.DEFAULT)) {
            trip.read("many", row -> {
                read[0]++;
                if (row.getInt32("id") != read[0] || !row.getString("v").equals("row " + read[0])) {
                    throw new AssertionError("row " + read[0] + " was read as " + row);
                }
                if (read[0] % COLLECTED_EVERY == 0) {
                    System.gc();
                }
            });
        }
        assertThat(read[0]).isEqualTo(MANY);
    }
}
