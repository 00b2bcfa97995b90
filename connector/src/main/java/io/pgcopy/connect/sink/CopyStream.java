/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.copy.StreamedTuple;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.db.CopyInChannel;
import io.pgcopy.connect.db.Session;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A row as a COPY of one tuple, whose sliced columns come last; or as a COPY of the others and one for each of these, since
 * the server keeps the tuples of a binary COPY in memory, up to a thousand of any size.
 */
final class CopyStream implements BlobStream {
    private final Session session;
    private final StreamRoute route;
    private final StreamTarget target;
    private final List<SlicedColumn> sliced;
    private final boolean apart;
    private CopyInChannel channel;
    private StreamedTuple tuple;
    private int column;
    private boolean inField;

    /**
     * @param sliced the columns whose slices follow
     * @param encoded the row with little in its sliced columns
     */
    CopyStream(
            Session session, StreamRoute route, StreamTarget target, List<SlicedColumn> sliced, TupleBuffer encoded) {
        this.session = session;
        this.route = route;
        this.target = target;
        this.sliced = sliced;
        this.apart = route.apart();
        this.channel = session.copyIn(route.into(), target.order());
        this.tuple = new StreamedTuple(channel::write);
        tuple.begin(encoded, target.sliced(), sliced.size());
        if (apart) {
            tuple.nulls(sliced.size());
        }
    }

    @Override
    public void append(ByteBuffer slice) {
        if (!inField) {
            beginField(slice);
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
        if (tuple.write(bytes, offset, length)) {
            inField = false;
            column++;
        }
    }

    private void beginField(ByteBuffer first) {
        target.check(column, first);
        if (apart) {
            end();
            channel = session.copyIn(route.into(), List.of(sliced.get(column).name()));
            tuple = new StreamedTuple(channel::write);
            tuple.begin(1);
        }
        byte[] prefix = target.prefix(column);
        tuple.beginField(sliced.get(column).bytes() + prefix.length);
        tuple.write(prefix, 0, prefix.length);
        inField = true;
    }

    @Override
    public void finish() {
        end();
        route.finish(session);
    }

    private void end() {
        tuple.end();
        channel.finish();
    }
}
