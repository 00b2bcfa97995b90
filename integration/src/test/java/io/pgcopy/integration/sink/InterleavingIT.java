/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.sink.StagedTasks;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two tasks that both believe to own a partition: the first one is stopped at each point of its way, the
 * second runs up to each point of its own, the first goes on to its end, then the second. Whatever the order,
 * the table ends with each record once.
 */
@Timeout(60)
class InterleavingIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Schema ROW =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final int RECORDS = 40;

    /** Where a task can be stopped. */
    enum Point {
        UNCLAIMED,
        CLAIMED,
        WRITTEN,
        ADVANCED,
        COMMITTED,
        DONE
    }

    private static PostgresServer server;
    private static Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("interleaving"));
        db = server.createDatabase("interleaving");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> pairs() {
        return Stream.of(Point.values())
                .flatMap(first -> Stream.of(Point.values()).map(second -> Arguments.of(first, second)));
    }

    @ParameterizedTest(name = "first stopped at {0}, second at {1}")
    @MethodSource("pairs")
    void writesEachRecordOnce(Point first, Point second) throws Exception {
        db.execute("DROP TABLE IF EXISTS t, pgcopy_sink_offsets", "CREATE TABLE t (id int8)");
        TopicLog log = new TopicLog();
        for (long id = 0; id < RECORDS; id++) {
            log.add(P0, new Struct(ROW).put("id", id));
        }
        try (Walker zombie = new Walker("zombie", log, first);
                Walker heir = new Walker("heir", log, second)) {
            zombie.walk();
            zombie.awaitStop();
            heir.walk();
            heir.awaitStop();
            zombie.goOn();
            zombie.awaitEndOrBlock();
            heir.goOn();
            heir.awaitEnd();
            zombie.awaitEnd();
            heir.drain();
        }
        assertThat(db.text("SELECT count(*) || ',' || count(DISTINCT id) FROM t"))
                .isEqualTo(RECORDS + "," + RECORDS);
        assertThat(db.number("SELECT next_offset FROM pgcopy_sink_offsets")).isEqualTo(RECORDS);
    }

    /** A task that walks its way in a thread of its own, up to a point where it waits. */
    private static final class Walker implements AutoCloseable {
        private final SinkDriver driver;
        private final Point stop;
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final Thread thread;
        private volatile String ended = "";

        Walker(String name, TopicLog log, Point stop) {
            Map<String, String> settings = SinkDriver.settings(
                    db, Map.of("delivery.guarantee", "exactly_once", "exactly.once.id", "one", "name", name));
            this.stop = stop;
            this.driver = new SinkDriver(
                    StagedTasks.telling(stage -> reach(Point.valueOf(stage))), settings, log, new HashMap<>(), false);
            this.thread = new Thread(this::run, name);
            thread.setDaemon(true);
        }

        void walk() {
            thread.start();
        }

        /** Waits until it stops where it should, or ends, or the other one is in its way. */
        void awaitStop() throws InterruptedException {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700);
            while (thread.isAlive() && System.nanoTime() < until && !stopped.await(20, TimeUnit.MILLISECONDS)) {
                Thread.onSpinWait();
            }
        }

        void goOn() {
            released.countDown();
        }

        void awaitEndOrBlock() throws InterruptedException {
            thread.join(700);
        }

        void awaitEnd() throws InterruptedException {
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
        }

        /** The group gave the partition to this one, so it goes on until all is written. */
        void drain() {
            driver.drain();
        }

        @Override
        public void close() {
            released.countDown();
            driver.close();
        }

        private void run() {
            try {
                reach(Point.UNCLAIMED);
                driver.openAll();
                reach(Point.CLAIMED);
                driver.poll();
                driver.commit();
                reach(Point.DONE);
            } catch (ConnectException e) {
                ended = String.valueOf(e.getMessage());
            }
        }

        private void reach(Point point) {
            if (point == stop && ended.isEmpty()) {
                stopped.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
