/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Which task gets which table, where the disk does not tell how much there is to read. */
class PlannedSizesIT {
    private Database database;

    @BeforeEach
    void create() {
        database = Kit.server().createDatabase("planned_sizes");
        // One table of less than a megabyte on disk of which 60 are sent, three that are what they look like.
        database.execute(
                "CREATE TABLE squeezed (id int PRIMARY KEY, b bytea)",
                "INSERT INTO squeezed SELECT i, convert_to(repeat('row ' || i || ', ', 20000), 'UTF8')"
                        + " FROM generate_series(1, 300) AS i");
        for (String table : List.of("plain_a", "plain_b", "plain_c")) {
            database.execute(
                    "CREATE TABLE " + table + " (id int PRIMARY KEY, b bytea)",
                    "ALTER TABLE " + table + " ALTER b SET STORAGE EXTERNAL",
                    "INSERT INTO " + table + " SELECT i, convert_to(repeat('row ' || i || ', ', 1000), 'UTF8')"
                            + " FROM generate_series(1, 500) AS i");
        }
    }

    @Test
    void aTableOfCompressedValuesCountsAsWhatIsSentOfIt() {
        long disk = database.number("SELECT pg_table_size('squeezed')");
        long raw = database.number("SELECT sum(octet_length(b)) FROM squeezed");
        assertThat(disk).isLessThan(database.number("SELECT pg_table_size('plain_a')"));
        assertThat(raw).isGreaterThan(3 * database.number("SELECT pg_table_size('plain_a')"));

        assertThat(tables(2)).containsExactly(List.of("squeezed"), List.of("plain_a", "plain_b", "plain_c"));
    }

    @Test
    void thePlanStaysTheSameAsLongAsTheTablesDo() {
        SourceRun run = SourceRun.of(database, "public.*");
        List<Map<String, String>> before = run.taskConfigs(2);
        database.execute("ANALYZE", "INSERT INTO squeezed SELECT -id, b FROM squeezed LIMIT 20", "VACUUM");

        for (int i = 0; i < 5; i++) {
            assertThat(run.taskConfigs(2)).isEqualTo(before);
        }
    }

    @Test
    void aTableThatIsLockedHoldsTheStartUpForSecondsAtMostAndCountsByItsDisk() throws SQLException {
        try (Connection owner = database.connect();
                Statement statement = owner.createStatement()) {
            owner.setAutoCommit(false);
            statement.execute("LOCK TABLE squeezed");
            long start = System.nanoTime();
            assertThat(tables(2).stream().flatMap(List::stream)).hasSize(4);
            assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);
            assertThat(tables(2)).doesNotContain(List.of("squeezed"));
            owner.rollback();
        }
    }

    private List<List<String>> tables(int tasks) {
        return SourceRun.of(database, "public.*").taskConfigs(tasks).stream()
                .map(config -> Arrays.stream(config.get("pgcopy.task.splits").split(" "))
                        .map(split -> split.split("/")[1])
                        .collect(Collectors.toList()))
                .toList();
    }
}
