/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TargetConnectionIT {
    private static PostgresServer server;
    private final CountDownLatch opening = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("target-connection"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("target_connection");
    }

    @Test
    void opensASessionOnceAndAnotherAfterAnAbort() {
        try (TargetConnection connection = new TargetConnection(this::factory, "reopened")) {
            assertThat(connection.session()).isSameAs(connection.session());
            assertThat(sessions("reopened")).isOne();
            connection.abort();
            connection.session().execute("SELECT 1");
        }
        awaitSessions("reopened", 0);
    }

    @Test
    void anAbortReachesASessionThatIsBeingOpened() throws Exception {
        TargetConnection connection = new TargetConnection(this::slowFactory, "aborted");
        ExecutorService owner = Executors.newSingleThreadExecutor();
        try {
            Future<?> opened = owner.submit(connection::session);
            opening.await();
            connection.abort();
            goOn.countDown();
            assertThatThrownBy(opened::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            e -> assertThat(e.outcome().retriable()).isTrue());
            awaitSessions("aborted", 0);
            connection.session().execute("SELECT 1");
        } finally {
            owner.shutdownNow();
            connection.close();
        }
        awaitSessions("aborted", 0);
    }

    @Test
    void nothingIsOpenedAfterTheEnd() throws Exception {
        TargetConnection connection = new TargetConnection(this::slowFactory, "closed");
        ExecutorService owner = Executors.newSingleThreadExecutor();
        try {
            Future<?> opened = owner.submit(connection::session);
            opening.await();
            connection.close();
            goOn.countDown();
            assertThatThrownBy(opened::get).hasRootCauseInstanceOf(DatabaseException.class);
            assertThatThrownBy(connection::session).isInstanceOf(DatabaseException.class);
        } finally {
            owner.shutdownNow();
        }
        awaitSessions("closed", 0);
    }

    private ConnectionFactory slowFactory() {
        opening.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return factory();
    }

    private ConnectionFactory factory() {
        return SinkAssembly.factory(SinkConfig.from(settings()).connection());
    }

    private Map<String, String> settings() {
        return Map.of(
                "connection.url", db.url(),
                "connection.user", db.user(),
                "connection.password", db.password());
    }

    private void awaitSessions(String name, long expected) {
        Await.until(expected + " sessions of " + name, () -> sessions(name) == expected);
    }

    private long sessions(String name) {
        return db.number("SELECT count(*) FROM pg_stat_activity WHERE application_name = '" + name + "'");
    }
}
