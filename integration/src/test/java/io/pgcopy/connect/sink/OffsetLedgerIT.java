/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobCheckpoint;
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
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the ledger makes of a flush whose COMMIT was not answered. */
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

    @Test
    void refusesARowInSlicesThatItsStreamHasWritten() {
        mark(0xabL);
        Batch fromMemory = batch(20);
        fromMemory.assembled(P0, 0xabL);
        fromMemory.checkpoint(P0, BlobCheckpoint.of(20));
        assertThatThrownBy(() -> flush(fromMemory))
                .isInstanceOf(RewindException.class)
                .hasMessageContaining("t-0")
                .hasMessageContaining("00000000000000ab");
        Batch another = batch(20);
        another.assembled(P0, 0xcdL);
        another.checkpoint(P0, BlobCheckpoint.of(20));
        flush(another);
    }

    @Test
    void knowsOfRowsInSlicesOnlyWhatIsOfTheLedgersOffset() {
        Batch chunked = batch(20);
        chunked.checkpoint(P0, BlobCheckpoint.of(20));
        flush(chunked);
        ledger.advanced(chunked);
        assertThat(ledger.chunks().load(session, Map.of(P0, 20L))).containsEntry(P0, BlobCheckpoint.of(20));
        Batch madeAnew = batch(5);
        flush(madeAnew);
        ledger.advanced(madeAnew);
        assertThat(ledger.chunks().load(session, Map.of(P0, 5L))).isEmpty();
        mark(0xabL);
        assertThat(ledger.chunks().load(session, Map.of(P0, 5L)))
                .containsEntry(P0, BlobCheckpoint.of(5).with(Map.of(0xabL, 3L)));
    }

    @Test
    void tellsALedgerThatWasEmptiedFromAnotherWriter() {
        session.execute("TRUNCATE pgcopy_sink_offsets");
        assertThatThrownBy(() -> flush(batch(20)))
                .isInstanceOfSatisfying(
                        FencedException.class, e -> assertThat(e.partitions()).containsExactly(P0))
                .hasMessageContaining("The offsets ledger public.pgcopy_sink_offsets has no row any more of [t-0]")
                .hasMessageContaining("emptied")
                .hasMessageNotContaining("Another writer");
        session.rollback();
        assertThat(ledger.claim(session, List.of(P0))).as("and goes on").isEqualTo(Map.of(P0, -1L));
        flush(batch(20));
    }

    @Test
    void callsALedgerThatIsGoneByWhatItIs() {
        session.execute("DROP TABLE pgcopy_sink_offsets");
        assertThatThrownBy(() -> flush(batch(20)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("Table public.pgcopy_sink_offsets, the offsets ledger of"
                        + " delivery.guarantee=exactly_once, is gone");
        session.rollback();
        assertThatThrownBy(() -> ledger.claim(session, List.of(P0))).hasMessageContaining("the offsets ledger");
    }

    private void mark(long attempt) {
        session.execute(BEGIN);
        assertThat(ledger.chunks().mark(session, P0, attempt, 3)).isTrue();
        session.commit();
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
