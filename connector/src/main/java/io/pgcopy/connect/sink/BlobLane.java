/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.type.Compression;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes one row while it arrives: a connection of its own, a transaction of its own.
 * After an error, and after {@link #abort}, it can begin with another row. Confined to the task's thread.
 */
final class BlobLane {
    private final TargetConnection connection;
    private final LaneWatch watch;
    private final String begin;

    private @Nullable BlobStream stream;
    private @Nullable WriteStrategy strategy;

    BlobLane(TargetConnection connection, LaneWatch watch, Duration timeout) {
        this.connection = connection;
        this.watch = watch;
        this.begin = Statements.beginStream(timeout);
    }

    /** Begins with the columns that came with the head. */
    void begin(SinkRecord head, BlobManifest manifest, RecordEncoder encoder, StreamStorage storage, TupleLimit limit) {
        TablePlan plan = encoder.plan(head);
        Struct first = plan.rows().row((Struct) head.value(), head);
        // Its first slice stands for the value: what the server makes of a value it decides by the beginning.
        plan.sampler().observe(first);
        plan.sampler().sliced(manifest.names());
        List<SlicedColumn> written = WrittenSlices.among(plan.encoder().columns(), manifest);
        StreamTarget target =
                new StreamTarget(plan.encoder().columns(), written, plan.rows().schema());
        Run encoded = encoded(plan, StreamTarget.emptied(first, manifest), head);
        @Nullable TablePlan deletes = encoder.deletes(head);
        strategy = plan.strategy();
        Compression compression = storage.before(plan.strategy().table());
        watch.bound(connection, () -> {
            Session session = connection.session();
            begin(session, compression);
            BlobStream whole = plan.strategy() instanceof LargeObjectStrategy objects
                            && ObjectStream.takes(objects, written)
                    ? new ObjectStream(session, objects, encoded, written)
                    : new CopyStream(
                            session,
                            StreamRoute.of(session, plan, head, deletes, limit.apart(encoded.tuples(), written)),
                            target,
                            written,
                            encoded.tuples());
            stream = new WrittenSlices(manifest, written, whole);
        });
    }

    private void begin(Session session, Compression compression) {
        session.execute(begin);
        if (compression != Compression.UNSET) {
            session.execute(Statements.compressInTransaction(compression));
        }
    }

    private static Run encoded(TablePlan plan, Struct row, SinkRecord head) {
        Run encoded = new Run(plan.strategy(), false);
        plan.encoder().encode(row, encoded.tuples());
        encoded.added(head, RecordPosition.partitionOf(head), null);
        return encoded;
    }

    void append(ByteBuffer slice) {
        BlobStream open = open();
        watch.bound(connection, () -> open.append(slice));
    }

    /** Ends the row and commits it, with what else belongs into its transaction. */
    void finish(Consumer<Session> alongside) {
        BlobStream open = open();
        WriteStrategy written = Objects.requireNonNull(strategy, "no row is under way");
        watch.bound(connection, open::finish);
        watch.bound(connection, () -> {
            Session session = connection.session();
            EncodedTypes.refuseOthers(session, written);
            alongside.accept(session);
            session.commit();
        });
        stream = null;
    }

    /** Ends a row that the server refused: it may be good, where the table's columns have other types by now. */
    DatabaseException blame(DatabaseException refusal) {
        WriteStrategy encoded = strategy;
        abort();
        if (encoded == null) {
            return refusal;
        }
        try {
            watch.bound(connection, () -> EncodedTypes.refuseOthers(connection.session(), encoded, refusal));
            return refusal;
        } catch (DatabaseException e) {
            return e;
        }
    }

    /** Ends the row without a trace. */
    void abort() {
        stream = null;
        connection.abort();
    }

    private BlobStream open() {
        return Objects.requireNonNull(stream, "no row is under way");
    }
}
