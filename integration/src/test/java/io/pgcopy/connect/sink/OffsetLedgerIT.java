/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the ledger makes of a flush whose COMMIT was not answered. */
@Timeout(60)
class OffsetLedgerIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final String BEGIN = Statements.beginWrite(Duration.ofSeconds(10));

    private static PostgresServer server;
    private Session session;
    private OffsetLedger ledger;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("offset-ledger"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void claim() {
        Database db = server.createDatabase("offset_ledger");
        SinkConfig config = config(db);
        session = SinkAssembly.factory(config.connection()).open("offset-ledger");
        ledger = new OffsetLedger(new LedgerTable(config.delivery()), "sink", "me", BEGIN);
        assertThat(ledger.claim(session, List.of(P0))).isEqualTo(Map.of(P0, -1L));
        Batch first = batch(10);
        flush(first);
        ledger.advanced(first);
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void knowsThatAFlushWasCommitted() {
        Batch lost = batch(20);
        flush(lost);
        assertThat(ledger.resolve(session, lost)).isTrue();
        flush(batch(30));
    }

    @Test
    void knowsThatAFlushWasNotCommitted() {
        Batch lost = batch(20);
        assertThat(ledger.resolve(session, lost)).isFalse();
        flush(lost);
        assertThat(ledger.resolve(session, lost)).isTrue();
    }

    @Test
    void knowsThatAFlushWasNotCommittedThatLeavesTheOffsetWhereItIs() {
        Batch waited = batch(10);
        assertThat(ledger.resolve(session, waited)).isFalse();
        assertThat(ledger.resolve(session, waited)).isFalse();
    }

    @Test
    void knowsThatAFlushWasCommittedThatLeavesTheOffsetWhereItIs() {
        Batch waited = batch(10);
        flush(waited);
        assertThat(ledger.resolve(session, waited)).isTrue();
    }

    @Test
    void refusesToGoOnAfterAFlushThatItWasNotToldOf() {
        flush(batch(20));
        assertThatThrownBy(() -> flush(batch(30)))
                .isInstanceOfSatisfying(
                        RewindException.class, e -> assertThat(e.positions()).isEqualTo(Map.of(P0, 20L)));
    }

    private void flush(Batch batch) {
        session.execute(BEGIN);
        try {
            ledger.advance(session, batch);
            session.commit();
        } catch (RewindException e) {
            session.rollback();
            throw e;
        }
    }

    private static Batch batch(long next) {
        Batch batch = new Batch(false);
        batch.pass(new RecordPosition(P0, next - 1));
        return batch;
    }

    private static SinkConfig config(Database db) {
        Map<String, String> settings = new HashMap<>();
        settings.put("connection.url", db.url());
        settings.put("connection.user", db.user());
        settings.put("connection.password", db.password());
        settings.put("delivery.guarantee", "exactly_once");
        return SinkConfig.from(settings);
    }
}
