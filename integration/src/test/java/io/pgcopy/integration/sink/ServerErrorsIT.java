/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a server that is there says of work that may succeed later: each is waited out, and each row is there once. */
class ServerErrorsIT {
    private static final String WAITING =
            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name LIKE 'driven%'";

    private static PostgresServer server;
    private Numbers numbers;

    @BeforeAll
    static void start() {
        server = PostgresServer.startOwn(PostgresOptions.named("server-errors").with("deadlock_timeout", "6s"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        numbers = new Numbers(server.createDatabase("server_errors"));
    }

    @Test
    void aSessionIsTerminatedInTheMiddleOfACopy() throws Exception {
        numbers.add(0, 300);
        try (SinkDriver sink = numbers.sink();
                Connection blocker = numbers.db.connect()) {
            sink.openAll();
            begin(blocker, "LOCK TABLE t IN SHARE MODE");
            Thread round = Numbers.round(sink);
            numbers.awaitBlocked(1);
            assertThat(numbers.db.number("SELECT count(pg_terminate_backend(pid)) FROM (" + WAITING + ") AS waiting"))
                    .isEqualTo(1);
            blocker.rollback();
            round.join();
            sink.drain();
        }
        numbers.assertExactly(300);
    }

    @Test
    void aLockIsNotGrantedInTimeAndNoSessionIsUsedAgainAfterIt() throws Exception {
        numbers.add(0, 300);
        Set<String> sessions = new HashSet<>();
        try (SinkDriver sink = numbers.sink("flush.timeout.ms", "1000");
                Connection blocker = numbers.db.connect()) {
            sink.openAll();
            begin(blocker, "LOCK TABLE t IN SHARE MODE");
            Await.until("three sessions that waited for the lock", () -> {
                sink.poll();
                numbers.db.rows(WAITING).forEach(row -> sessions.add(row.get(0)));
                return sessions.size() >= 3;
            });
            assertThat(sink.committed).isEmpty();
            blocker.rollback();
            sink.drain();
        }
        numbers.assertExactly(300);
    }

    @Test
    void theSinkIsTheVictimOfADeadlock() throws Exception {
        numbers.db.execute("CREATE TABLE k (id int8 PRIMARY KEY, v int8)", "INSERT INTO k VALUES (1, 0), (2, 0)");
        Schema key = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        Schema row = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("v", Schema.INT64_SCHEMA)
                .build();
        TopicPartition keyed = new TopicPartition("k", 0);
        for (long id = 2; id >= 1; id--) {
            numbers.log.add(
                    keyed,
                    key,
                    new Struct(key).put("id", id),
                    row,
                    new Struct(row).put("id", id).put("v", 10 * id));
        }
        try (SinkDriver sink = numbers.sink("insert.mode", "upsert");
                Connection other = numbers.db.connect()) {
            sink.openAll();
            begin(other, "SET LOCAL deadlock_timeout = '60s'", "UPDATE k SET v = -1 WHERE id = 2");
            Thread round = Numbers.round(sink);
            numbers.awaitBlocked(1);
            execute(other, "UPDATE k SET v = -2 WHERE id = 1");
            other.commit();
            round.join();
            sink.drain();
        }
        Await.until(
                "the server to count a deadlock",
                () -> numbers.db.number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
                        > 0);
        assertThat(numbers.db.text("SELECT string_agg(id || '=' || v, ',' ORDER BY id) FROM k"))
                .isEqualTo("1=10,2=20");
    }

    @Test
    void aTransactionCannotBeSerialized() {
        numbers.db.execute(
                "ALTER DATABASE server_errors SET default_transaction_isolation = 'serializable'",
                "CREATE SEQUENCE attempts",
                """
                CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('attempts') <= 2 THEN
                        RAISE EXCEPTION 'not this time' USING ERRCODE = 'serialization_failure';
                    END IF;
                    RETURN new;
                END $$""",
                "CREATE TRIGGER fails BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION fails()");
        numbers.add(0, 300);
        try (SinkDriver sink = numbers.sink()) {
            sink.openAll();
            sink.drain();
        }
        assertThat(numbers.db.number("SELECT last_value FROM attempts")).isEqualTo(302);
        numbers.assertExactly(300);
    }

    @Test
    void theServerIsReadOnlyForAWhile() {
        numbers.add(0, 300);
        try (SinkDriver sink = numbers.sink()) {
            sink.openAll();
            readOnly(true);
            assertThatThrownBy(() -> numbers.db.execute("INSERT INTO t VALUES (-1)"))
                    .hasMessageContaining("read-only");
            for (int i = 0; i < 5; i++) {
                sink.poll();
                sink.commit();
            }
            assertThat(sink.committed).isEmpty();
            readOnly(false);
            sink.drain();
        } finally {
            readOnly(false);
        }
        numbers.assertExactly(300);
    }

    private void readOnly(boolean on) {
        numbers.db.execute("ALTER SYSTEM SET default_transaction_read_only = " + on, "SELECT pg_reload_conf()");
        Await.until(
                "the new setting",
                () -> numbers.db.text("SHOW default_transaction_read_only").equals(on ? "on" : "off"));
    }

    private static void begin(Connection session, String... statements) throws SQLException {
        session.setAutoCommit(false);
        for (String statement : statements) {
            execute(session, statement);
        }
    }

    private static void execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }
}
