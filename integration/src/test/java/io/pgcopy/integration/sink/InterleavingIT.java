/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.sink.StagedTasks;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two tasks that both believe to own a partition: the first one is stopped at each point of its way, the
 * second runs up to each point of its own, the first goes on to its end, then the second. Whatever the order,
 * the table ends with each record once.
 */
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
        server = Kit.server();
        db = server.createDatabase("interleaving");
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
        Expected expected = new Expected(first, second);
        try (Walker zombie = new Walker("zombie", log, first);
                Walker heir = new Walker("heir", log, second)) {
            zombie.walk();
            zombie.awaitStop();
            heir.walk();
            if (expected.heirWaitsForTheLock()) {
                heir.awaitLock();
            } else if (expected.heirStops()) {
                heir.awaitStop();
            } else {
                heir.awaitEnd();
            }
            zombie.goOn();
            if (expected.zombieWaitsForTheLock()) {
                zombie.awaitLock();
            } else {
                zombie.awaitEnd();
            }
            heir.goOn();
            heir.awaitEnd();
            zombie.awaitEnd();
            zombie.assertWrote(expected.zombieWrites(), expected.zombieIsFenced());
            heir.assertWrote(!expected.zombieWrites(), expected.heirIsFenced());
            heir.drain();
        }
        assertThat(db.text("SELECT count(*) || ',' || count(DISTINCT id) FROM t"))
                .isEqualTo(RECORDS + "," + RECORDS);
        assertThat(db.number("SELECT next_offset FROM pgcopy_sink_offsets")).isEqualTo(RECORDS);
    }

    /**
     * What must happen to a pair: whoever claimed last may write, but for one that has moved the offsets already,
     * and the lock of that one holds a claim up.
     */
    private record Expected(Point first, Point second) {
        boolean zombieWrites() {
            return first.compareTo(Point.ADVANCED) >= 0
                    || second == Point.UNCLAIMED
                    || (first == Point.UNCLAIMED && second.compareTo(Point.ADVANCED) < 0);
        }

        boolean zombieIsFenced() {
            return !zombieWrites() && first != Point.UNCLAIMED;
        }

        boolean heirIsFenced() {
            return first == Point.UNCLAIMED && (second == Point.CLAIMED || second == Point.WRITTEN);
        }

        boolean heirWaitsForTheLock() {
            return first == Point.ADVANCED && second != Point.UNCLAIMED;
        }

        boolean zombieWaitsForTheLock() {
            return first.compareTo(Point.ADVANCED) < 0 && second == Point.ADVANCED;
        }

        /** Otherwise it finds everything written, and comes to its end without a flush of its own. */
        boolean heirStops() {
            return first.compareTo(Point.ADVANCED) < 0
                    || !List.of(Point.WRITTEN, Point.ADVANCED, Point.COMMITTED).contains(second);
        }
    }

    /** A task that walks its way in a thread of its own, up to a point where it waits. */
    private static final class Walker implements AutoCloseable {
        private final SinkDriver driver;
        private final Point stop;
        private final Set<Point> reached = EnumSet.noneOf(Point.class);
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final Thread thread;
        private volatile @Nullable Throwable failure;

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

        void awaitStop() throws InterruptedException {
            assertThat(stopped.await(Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("%s stops at %s", thread.getName(), stop)
                    .isTrue();
        }

        /** Waits until the other one's lock is in its way. */
        void awaitLock() {
            Await.until(
                    thread.getName() + " waits for a lock",
                    () -> db.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND application_name LIKE '" + thread.getName() + "%'")
                            == 1);
            assertThat(thread.isAlive()).isTrue();
        }

        void goOn() {
            released.countDown();
        }

        void awaitEnd() throws InterruptedException {
            thread.join(Await.LIMIT.toMillis());
            assertThat(thread.isAlive()).as("%s still runs", thread.getName()).isFalse();
            assertThat(failure).isNull();
        }

        /** Whether its own flush was committed, and whether it was refused because of the other one's claim. */
        void assertWrote(boolean writes, boolean isFenced) {
            synchronized (reached) {
                String name = thread.getName();
                assertThat(reached.contains(Point.COMMITTED))
                        .as("%s has committed", name)
                        .isEqualTo(writes);
                assertThat(reached.contains(Point.WRITTEN) && !reached.contains(Point.ADVANCED))
                        .as("%s was refused with its rows sent", name)
                        .isEqualTo(isFenced);
            }
            if (isFenced) {
                assertThat(driver.committed).isEmpty();
                int before = driver.context.wentBack;
                driver.poll();
                assertThat(driver.context.wentBack)
                        .as("goes back to what it did not write")
                        .isEqualTo(before + 1);
            }
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

        // Whatever it throws belongs to the test: an error that ended this thread alone would pass for a pause.
        private void run() {
            try {
                reach(Point.UNCLAIMED);
                driver.openAll();
                reach(Point.CLAIMED);
                driver.poll();
                driver.commit();
                reach(Point.DONE);
            } catch (Throwable e) {
                failure = e;
            }
        }

        private void reach(Point point) {
            synchronized (reached) {
                reached.add(point);
            }
            if (point == stop) {
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
