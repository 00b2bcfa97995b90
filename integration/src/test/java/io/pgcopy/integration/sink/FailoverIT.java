/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A primary that dies, and its standby that takes over. */
class FailoverIT {
    private static final int ROWS = 10_000;

    private PostgresServer primary;
    private PostgresServer standby;
    private Numbers numbers;

    @BeforeEach
    void start() {
        primary = PostgresServer.startOwn(PostgresOptions.named("primary"));
        numbers = new Numbers(primary.createDatabase("failover"));
        Optional<PostgresServer> follows = primary.standby("standby");
        assumeTrue(follows.isPresent(), "no pg_basebackup beside the server's binaries");
        standby = follows.orElseThrow();
        numbers.add(0, ROWS);
    }

    @AfterEach
    void stop() {
        if (standby != null) {
            standby.close();
        }
        primary.close();
    }

    @Test
    void goesOnAtTheNewPrimaryAndWritesAgainWhatTheFailoverLost() {
        try (SinkDriver sink = numbers.sink("connection.url", both("?targetServerType=primary"))) {
            sink.openAll();
            write(sink, 1_000);
            Await.until("the standby to follow", () -> onStandby().count("t") >= 1_000);
            onStandby().execute("ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()");
            Await.until("the standby to follow no more", () -> onStandby().count("pg_stat_wal_receiver") == 0);
            write(sink, 3_000);
            long kept = onStandby().count("t");
            assertThat(numbers.db.count("t")).as("more than the standby has").isGreaterThan(kept);
            primary.kill();
            sink.poll();
            sink.commit();
            onStandby().execute("SELECT pg_promote()");
            sink.drain();
        }
        assertExactly();
    }

    @Test
    void waitsAtAStandbyUntilItIsPromoted() {
        try (SinkDriver sink = numbers.sink("connection.url", standby.url("failover"))) {
            sink.openAll();
            for (int i = 0; i < 4; i++) {
                sink.poll();
                sink.commit();
            }
            assertThat(sink.committed).isEmpty();
            assertThatThrownBy(() -> onStandby().execute("INSERT INTO t VALUES (-1)"))
                    .hasMessageContaining("read-only");
            primary.kill();
            onStandby().execute("SELECT pg_promote()");
            sink.drain();
        }
        assertExactly();
    }

    private void write(SinkDriver sink, int rows) {
        Await.until(rows + " rows at the primary", () -> {
            sink.poll();
            return numbers.db.count("t") >= rows;
        });
    }

    private String both(String parameters) {
        return "jdbc:postgresql://" + primary.host() + ":" + primary.port() + "," + standby.host() + ":"
                + standby.port() + "/failover" + parameters;
    }

    private Database onStandby() {
        return standby.database("failover");
    }

    private void assertExactly() {
        assertThat(onStandby().text("SELECT count(*) || ',' || count(DISTINCT id) || ',' || max(id) FROM t"))
                .isEqualTo(ROWS + "," + ROWS + "," + (ROWS - 1));
    }
}
