/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.copy.StreamedTuple;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.db.CopyInChannel;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.type.Column;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes one row while it arrives: a connection of its own, a transaction of its own, one COPY of one tuple.
 * After an error, and after {@link #abort}, it can begin with another row. Confined to the task's thread.
 */
final class BlobLane {
    private final TargetConnection connection;
    private final LaneWatch watch;
    private final String begin;

    /** One row under way. */
    private record Stream(CopyInChannel channel, StreamedTuple tuple, StreamTarget target, BlobManifest manifest) {}

    private @Nullable Stream stream;
    private int column;
    private boolean inField;

    BlobLane(TargetConnection connection, LaneWatch watch, Duration timeout) {
        this.connection = connection;
        this.watch = watch;
        this.begin = Statements.beginStream(timeout);
    }

    /** Begins with the columns that came with the head. The row of its key is deleted first where there may be one. */
    void begin(SinkRecord head, BlobManifest manifest, RecordEncoder encoder) {
        TablePlan plan = encoder.plan(head);
        List<Column> columns = plan.encoder().columns();
        StreamTarget target = new StreamTarget(columns, manifest, plan.rows().schema());
        Struct row = StreamTarget.emptied(plan.rows().row((Struct) head.value(), head), manifest);
        TupleBuffer encoded = new TupleBuffer();
        plan.encoder().encode(row, encoded);
        @Nullable Batch deletes = deletes(plan, head, encoder);
        watch.bound(connection, () -> {
            Session session = connection.session();
            session.execute(begin);
            if (deletes != null) {
                deletes.runs().forEach(run -> run.strategy().write(session, run, 0, run.end()));
            }
            CopyInChannel channel = session.copyIn(plan.strategy().table(), target.order());
            StreamedTuple tuple = new StreamedTuple(channel::write);
            tuple.begin(encoded, target.sliced(), manifest.columns().size());
            stream = new Stream(channel, tuple, target, manifest);
        });
        column = 0;
        inField = false;
    }

    void append(ByteBuffer slice) {
        Stream open = open();
        watch.bound(connection, () -> write(open, slice));
    }

    /** Ends the row and commits it, with what else belongs into its transaction. */
    void finish(Consumer<Session> alongside) {
        Stream open = open();
        watch.bound(connection, () -> {
            open.tuple.end();
            open.channel.finish();
        });
        watch.bound(connection, () -> {
            Session session = connection.session();
            alongside.accept(session);
            session.commit();
        });
        stream = null;
    }

    /** Ends the row without a trace. */
    void abort() {
        stream = null;
        connection.abort();
    }

    private void write(Stream open, ByteBuffer slice) {
        if (!inField) {
            byte[] prefix = open.target.prefix(column);
            open.tuple.beginField(open.manifest.columns().get(column).bytes() + prefix.length);
            open.tuple.write(prefix, 0, prefix.length);
            inField = true;
        }
        byte[] bytes = new byte[0];
        int offset = 0;
        int length = slice.remaining();
        if (slice.hasArray()) {
            bytes = slice.array();
            offset = slice.arrayOffset() + slice.position();
        } else {
            bytes = new byte[length];
            slice.get(bytes);
        }
        if (open.tuple.write(bytes, offset, length)) {
            inField = false;
            column++;
        }
    }

    private Stream open() {
        return Objects.requireNonNull(stream, "no row is under way");
    }

    private static @Nullable Batch deletes(TablePlan plan, SinkRecord head, RecordEncoder encoder) {
        if (plan.strategy() instanceof AppendStrategy) {
            return null;
        }
        if (!(plan.strategy() instanceof UpsertStrategy)) {
            throw new DataException("a row that is written while it arrives can be inserted or upserted only; a row of"
                    + " up to chunk.buffer.row.bytes is put together in memory first");
        }
        TablePlan keys = encoder.deletes(head);
        Batch deletes = new Batch(false);
        deletes.add(keys, keys.rows().row(null, head), head);
        return deletes;
    }
}
