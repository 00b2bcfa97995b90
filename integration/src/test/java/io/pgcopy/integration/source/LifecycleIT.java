/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.connect.source.PgCopySourceConnector;
import io.pgcopy.connect.source.PgCopySourceTask;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Starting, stopping, restarting and losing the server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LifecycleIT {
    private static final int ROWS = 20_000;
    // Of a thousand bytes each: what the sockets of both sides hold is read still when the server is gone, and some
    // systems let a socket hold 32 MB.
    private static final int MORE_THAN_SOCKETS_HOLD = 60_000;
    private static final long PREFETCH = 131_072;

    private PostgresServer server;
    private Database database;

    @BeforeAll
    void start() {
        server = PostgresServer.startOwn(PostgresOptions.named("source-lifecycle"));
    }

    @BeforeEach
    void tables() {
        database = server.createDatabase("source_lifecycle");
        database.execute(
                "CREATE TABLE big (id int PRIMARY KEY, filler text)",
                "INSERT INTO big SELECT i, repeat('x', 1000) FROM generate_series(1, " + ROWS + ") AS i",
                "CREATE TABLE small (id int PRIMARY KEY)",
                "INSERT INTO small VALUES (1), (2)",
                "CREATE TABLE empty (id int PRIMARY KEY)");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void aTableThatIsDoneStaysDoneAndAnEmptyOneIsLookedAtAgain() {
        SourceRun run = SourceRun.of(database, "public.*");
        assertThat(run.all()).hasSize(ROWS + 2);
        database.execute("INSERT INTO small VALUES (3)", "INSERT INTO empty VALUES (4)");
        assertThat(SourceRun.byTopic(run.all(), "id")).isEqualTo(Map.of("public.empty", List.of(4)));
        assertThat(run.all()).isEmpty();
    }

    @Test
    void anotherRunReadsEverythingAgain() {
        SourceRun run = SourceRun.of(database, "public.small");
        assertThat(run.all()).hasSize(2);
        assertThat(run.with("run.id", "2").all()).hasSize(2);
        assertThat(run.all()).isEmpty();
    }

    @Test
    void anInterruptedTableIsReadAgainFromItsBeginning() {
        SourceRun run = small("public.big");
        PgCopySourceTask task = run.startTask();
        List<SourceRecord> first = records(task, 1000);
        run.context().commit(first);
        task.stop();
        List<SourceRecord> second = run.all();
        assertThat(SourceRun.byTopic(second, "id").get("public.big"))
                .hasSize(ROWS)
                .doesNotHaveDuplicates();
        assertThat(run.all()).isEmpty();
    }

    @Test
    void offsetsCanBeResetAndAreCheckedBefore() {
        SourceRun run = SourceRun.of(database, "public.small");
        run.all();
        Map<String, ?> partition = run.context().offsets().keySet().iterator().next();
        Map<Map<String, ?>, Map<String, ?>> wrong = new HashMap<>();
        wrong.put(Map.of("table", "small"), null);
        assertThatThrownBy(() -> new PgCopySourceConnector().alterOffsets(Map.of(), wrong))
                .isInstanceOf(ConnectException.class);
        Map<Map<String, ?>, Map<String, ?>> reset = new HashMap<>();
        reset.put(partition, null);
        assertThat(new PgCopySourceConnector().alterOffsets(Map.of(), reset)).isTrue();
        run.context().offsets().remove(partition);
        assertThat(run.all()).hasSize(2);
    }

    @Test
    void stopInTheMiddleOfACopyLeavesNoSessionAndNoThread() {
        SourceRun run = small("public.big");
        PgCopySourceTask task = run.startTask();
        records(task, 10);
        assertThat(sessions()).isEqualTo(1);
        assertThat(SourceRun.readingThreads()).isEqualTo(1);
        long start = System.nanoTime();
        task.stop();
        assertThat(System.nanoTime() - start).as("stop is quick").isLessThan(15_000_000_000L);
        assertThat(SourceRun.readingThreads()).isZero();
        Await.until("the server's session ends", () -> sessions() == 0);
    }

    @Test
    void stopWhileTheServerComputesEndsTheStatement() {
        database.execute(
                "CREATE VIEW slow AS SELECT 1 AS id UNION ALL SELECT 2 FROM pg_sleep(600) WHERE pg_sleep IS NOT NULL");
        PgCopySourceTask task = small("public.slow").startTask();
        Await.until("the view is being read", () -> sessions() == 1);
        // A busy machine may hold some of them up, hardly all.
        assertThat(LongStream.range(0, 5)
                        .map(poll -> nanosOfAnEmptyPoll(task))
                        .min()
                        .orElseThrow())
                .as("a poll that finds nothing")
                .isLessThan(1_000_000_000L);
        task.stop();
        assertThat(SourceRun.readingThreads()).isZero();
        Await.until("the server's session ends", () -> sessions() == 0);
    }

    @Test
    void aTaskThatIsDoneLetsItsSessionGo() {
        SourceRun run = SourceRun.of(database, "public.small");
        PgCopySourceTask task = run.startTask();
        assertThat(run.drain(task)).hasSize(2);
        Await.until("the server's session ends", () -> sessions() == 0);
        assertThat(SourceRun.readingThreads()).isZero();
        task.stop();
    }

    @Test
    void aLostConnectionMeansReadingTheTableAgain() {
        fillSockets();
        SourceRun run = small("public.big").with("retry.backoff.ms", "10");
        PgCopySourceTask task = run.startTask();
        List<SourceRecord> records = records(task, 1000);
        untilTheServerWaits();
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE application_name LIKE 'pgcopy-source-%'");
        records.addAll(run.drain(task));
        task.stop();
        List<Object> ids = SourceRun.byTopic(records, "id").get("public.big");
        assertThat(ids).hasSizeGreaterThan(MORE_THAN_SOCKETS_HOLD);
        assertThat(ids.stream().distinct()).hasSize(MORE_THAN_SOCKETS_HOLD);
        Map<String, ?> last = records.get(records.size() - 1).sourceOffset();
        assertThat(last.get("state")).isEqualTo("done");
        assertThat(last.get("rows")).isEqualTo((long) MORE_THAN_SOCKETS_HOLD);
    }

    @Test
    void aServerThatComesBackIsReadToTheEnd() {
        fillSockets();
        SourceRun run = small("public.big").with("retry.backoff.ms", "100").with("connection.attempts", "1");
        PgCopySourceTask task = run.startTask();
        List<SourceRecord> records = records(task, 1000);
        untilTheServerWaits();
        server.kill();
        records.addAll(SourceRun.polled(task));
        server.restart();
        Await.until("rows come again", () -> {
            records.addAll(SourceRun.polled(task));
            Object last = records.get(records.size() - 1).sourceOffset().get("state");
            return "done".equals(last);
        });
        task.stop();
        List<Object> ids = SourceRun.byTopic(records, "id").get("public.big");
        assertThat(ids).as("some of them twice: the table was begun again").hasSizeGreaterThan(MORE_THAN_SOCKETS_HOLD);
        assertThat(ids.stream().distinct()).hasSize(MORE_THAN_SOCKETS_HOLD);
    }

    @Test
    void aServerThatStaysAwayFailsTheTaskInTime() {
        fillSockets();
        SourceRun run = small("public.big")
                .with("retry.backoff.ms", "10")
                .with("retry.timeout.ms", "500")
                .with("connection.attempts", "1");
        PgCopySourceTask task = run.startTask();
        records(task, 10);
        untilTheServerWaits();
        server.kill();
        try {
            assertThatThrownBy(() -> Await.until("the task fails", () -> {
                        SourceRun.poll(task);
                        return false;
                    }))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("SQLSTATE 08");
        } finally {
            server.restart();
            task.stop();
        }
    }

    @Test
    void memoryIsBoundedWhileNobodyPolls() throws InterruptedException {
        PgCopySourceTask task = small("public.big").startTask();
        Await.until("the queue is full", () -> metric("QueueBytes") > PREFETCH - 2_000);
        Thread.sleep(500);
        assertThat(metric("QueueBytes")).as("read ahead").isBetween(PREFETCH - 2_000, PREFETCH);
        assertThat(metric("RecordsRead"))
                .as("rows of more than 1,000 bytes, all of them but one in the queue")
                .isLessThanOrEqualTo(PREFETCH / 1_000 + 1);
        List<SourceRecord> all = new ArrayList<>();
        List<SourceRecord> batch = SourceRun.poll(task);
        int largest = 0;
        while (!batch.isEmpty()) {
            largest = Math.max(largest, batch.size());
            all.addAll(batch);
            batch = SourceRun.poll(task);
        }
        task.stop();
        assertThat(all).hasSize(ROWS);
        // 64 KiB of rows that take more than 1,000 bytes each.
        assertThat(largest).isLessThanOrEqualTo(64);
        assertThat(((Struct) all.get(0).value()).getString("filler")).hasSize(1000);
    }

    private void fillSockets() {
        database.execute("INSERT INTO big SELECT i, repeat('x', 1000) FROM generate_series(" + (ROWS + 1) + ", "
                + MORE_THAN_SOCKETS_HOLD + ") AS i");
    }

    // Its session looks after the server only when it waits: before, it may send the whole table and be done.
    private void untilTheServerWaits() {
        Await.until(
                "the sockets are full",
                () -> database.number("SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE"
                                + " 'pgcopy-source-%' AND wait_event = 'ClientWrite'")
                        == 1);
    }

    private SourceRun small(String tables) {
        return SourceRun.of(database, tables)
                .with("poll.max.bytes", "65536")
                .with("prefetch.max.bytes", Long.toString(PREFETCH));
    }

    private static long nanosOfAnEmptyPoll(PgCopySourceTask task) {
        long start = System.nanoTime();
        assertThat(SourceRun.poll(task)).isEmpty();
        return System.nanoTime() - start;
    }

    private static List<SourceRecord> records(PgCopySourceTask task, int atLeast) {
        List<SourceRecord> records = new ArrayList<>();
        Await.until(atLeast + " records have come", () -> {
            int before;
            do {
                before = records.size();
                records.addAll(SourceRun.poll(task));
            } while (records.size() > before && records.size() < atLeast);
            return records.size() >= atLeast;
        });
        return records;
    }

    private static long metric(String name) {
        try {
            return (long) ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName("io.pgcopy:type=source-task-metrics,connector=\"it\",task=0"), name);
        } catch (JMException e) {
            throw new IllegalStateException(name, e);
        }
    }

    private long sessions() {
        return database.number("SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'pgcopy-source-%'");
    }
}
