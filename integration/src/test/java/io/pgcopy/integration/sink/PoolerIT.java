/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.DdlStatements;
import io.pgcopy.connect.db.ReadLock;
import io.pgcopy.connect.db.ReadStatements;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.sink.LimitedTasks;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Behind PgBouncer in transaction mode, which gives each transaction whichever of the server's sessions is free. */
class PoolerIT {
    private static final String HOSTILE = "ALTER DATABASE pooler SET ";
    private static final List<String> BEGINS = List.of(
            ReadStatements.beginRead(ReadLock.STATEMENT, 14),
            ReadStatements.SHORT_LOOK,
            Statements.beginWrite(Duration.ofSeconds(9)),
            Statements.beginStream(Duration.ofSeconds(9)),
            DdlStatements.BEGIN);
    private static final String SETTINGS = "SELECT concat_ws(', ', current_setting('TimeZone'),"
            + " current_setting('DateStyle'), current_setting('IntervalStyle'), current_setting('bytea_output'),"
            + " current_setting('extra_float_digits'), current_setting('xmloption')) AS settings";
    private static final String PID = "SELECT CAST(pg_backend_pid() AS text) AS pid";
    // What the pooler itself sets, each time for the client whose transaction it is.
    private static final String LEFT_BEHIND = "SELECT coalesce(string_agg(name || '=' || setting, ','), '')"
            + " FROM pg_settings WHERE source = 'session' AND name NOT IN ('client_encoding', 'DateStyle', 'TimeZone',"
            + " 'standard_conforming_strings', 'application_name')";

    private static PostgresServer server;
    private Numbers numbers;

    @BeforeAll
    static void start() {
        assumeTrue(PgBouncer.isInstalled(), "pgbouncer is not installed");
        server = PostgresServer.startOwn(PostgresOptions.named("pooler"));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void create() {
        numbers = new Numbers(server.createDatabase("pooler"));
        numbers.db.execute(
                HOSTILE + "IntervalStyle = 'iso_8601'",
                HOSTILE + "bytea_output = 'escape'",
                HOSTILE + "extra_float_digits = -15",
                HOSTILE + "xmloption = 'document'",
                HOSTILE + "statement_timeout = '7s'",
                HOSTILE + "lock_timeout = '6s'");
    }

    @Test
    void leavesNoSettingBehindForOtherClients() throws Exception {
        numbers.add(0, 2_000);
        try (PgBouncer bouncer = PgBouncer.before(server);
                SinkDriver sink = numbers.sink("connection.url", bouncer.url("pooler"))) {
            sink.openAll();
            sink.drain();
            try (Session source = factory(bouncer).open("source")) {
                source.execute(ReadStatements.SHORT_LOOK);
                source.rollback();
                source.execute(ReadStatements.beginRead(ReadLock.STATEMENT, 14));
                source.commit();
            }
            assertThat(inEachOfTheServersSessions(bouncer)).containsExactly("", "");
        }
        numbers.assertExactly(2_000);
    }

    @Test
    void hasItsSettingsInWhicheverSessionTheTransactionRuns() throws Exception {
        try (PgBouncer bouncer = PgBouncer.before(server);
                Session session = factory(bouncer).open("one");
                Session other = factory(bouncer).open("other")) {
            Set<String> pids = new HashSet<>();
            for (String begin : BEGINS) {
                // The pooler gives away what came back last: so the two take turns in the server's two sessions.
                for (int turn = 0; turn < 2; turn++) {
                    other.execute("BEGIN");
                    session.execute(begin);
                    assertThat(settings(session)).as(begin).isEqualTo("UTC, ISO, YMD, postgres, hex, 3, content");
                    pids.add(session.first(PID, row -> row.text("pid")).orElseThrow());
                    other.execute("COMMIT");
                    session.rollback();
                }
            }
            assertThat(pids).as("sessions of the server").hasSize(2);
            session.execute(ReadStatements.beginRead(ReadLock.STATEMENT, 14));
            assertThat(session.first("SHOW statement_timeout", row -> row.text("statement_timeout")))
                    .hasValue("0");
            session.rollback();
        }
    }

    @Test
    void takesARowThatIsStagedInParts() throws Exception {
        numbers.db.execute("DROP TABLE t");
        numbers.db.execute(LargeRow.TABLES);
        TopicLog log = new TopicLog();
        LargeRow row = new LargeRow(1).addAllBut(0, log);
        try (PgBouncer bouncer = PgBouncer.before(server);
                SinkDriver sink = new SinkDriver(
                        LimitedTasks.limitedTo(LargeRow.BYTES / 2),
                        numbers.settings("connection.url", bouncer.url("pooler"), "chunk.buffer.row.bytes", "1000000"),
                        log,
                        new HashMap<>(),
                        false)) {
            sink.openAll();
            sink.drain();
        }
        assertThat(numbers.db.rows(LargeRow.FOUND)).containsExactly(row.expected());
    }

    private static String settings(Session session) {
        return session.first(SETTINGS, row -> row.text("settings")).orElseThrow();
    }

    private static ConnectionFactory factory(PgBouncer bouncer) {
        return new ConnectionFactory(bouncer.url("pooler"), server.user(), new Password(server.password()), null);
    }

    // As many transactions at once as the pooler has sessions.
    private static List<String> inEachOfTheServersSessions(PgBouncer bouncer) throws SQLException {
        List<String> left = new ArrayList<>();
        try (Connection one = client(bouncer);
                Connection other = client(bouncer)) {
            for (Connection client : List.of(one, other)) {
                client.setAutoCommit(false);
                try (Statement statement = client.createStatement();
                        ResultSet row = statement.executeQuery(LEFT_BEHIND)) {
                    row.next();
                    left.add(row.getString(1));
                }
            }
        }
        return left;
    }

    private static Connection client(PgBouncer bouncer) throws SQLException {
        return DriverManager.getConnection(bouncer.url("pooler"), server.user(), server.password());
    }
}
