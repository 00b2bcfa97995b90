/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.connect.source.PgCopySourceTask;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Which task reads which table, by the sizes that the server tells. */
class TaskSharesIT {
    private static final Set<String> SMALL = Set.of("s.a", "s.b", "s.c", "s.d", "s.e");

    private static Database database;

    @BeforeAll
    static void tables() {
        database = Kit.server().createDatabase("source_shares");
        database.execute(
                "CREATE SCHEMA s",
                "CREATE TABLE s.z_large (id int, filler text)",
                "INSERT INTO s.z_large SELECT i, repeat('x', 1000) FROM generate_series(1, 6000) AS i");
        SMALL.forEach(table -> database.execute(
                "CREATE TABLE " + table + " (id int)", "INSERT INTO " + table + " SELECT generate_series(1, 10)"));
    }

    @Test
    void theLargeTableHasATaskOfItsOwn() {
        assertThat(topicsOfEachTask(2)).containsExactlyInAnyOrder(Set.of("s.z_large"), SMALL);
    }

    @Test
    void smallOnesAreSpreadOverTheOthers() {
        List<Set<String>> topics = topicsOfEachTask(3);
        assertThat(topics).contains(Set.of("s.z_large"));
        assertThat(topics).extracting(Set::size).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void thereAreNoMoreTasksThanTables() {
        assertThat(topicsOfEachTask(20)).hasSize(6).allSatisfy(topics -> assertThat(topics)
                .hasSize(1));
    }

    /** What each task reads, all of it together being each row once. */
    private static List<Set<String>> topicsOfEachTask(int tasks) {
        SourceRun run = SourceRun.of(database, "s.*");
        List<Set<String>> topics = new ArrayList<>();
        List<SourceRecord> all = new ArrayList<>();
        for (Map<String, String> config : run.taskConfigs(tasks)) {
            PgCopySourceTask task = run.startTask(config);
            List<SourceRecord> records = run.drain(task);
            task.stop();
            topics.add(new HashSet<>(
                    records.stream().map(SourceRecord::topic).distinct().toList()));
            all.addAll(records);
        }
        assertThat(all).hasSize(6000 + 10 * SMALL.size());
        return topics;
    }
}
