/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.db.LargeObjectStatements;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.StagingStatements;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A row whose sliced columns all become large objects: each slice is written into its object, so that the server
 * holds no more than one. The row itself, with the objects' numbers, follows at the end.
 */
final class ObjectStream implements BlobStream {
    private final Session session;
    private final LargeObjectStrategy strategy;
    private final Run row;
    private final List<SlicedColumn> sliced;
    private final Map<String, Long> objects = new HashMap<>();
    private int column;
    private long offset;

    /**
     * @param row the one row, with little in its sliced columns
     * @param sliced the columns whose slices follow
     */
    ObjectStream(Session session, LargeObjectStrategy strategy, Run row, List<SlicedColumn> sliced) {
        this.session = session;
        this.strategy = strategy;
        this.row = row;
        this.sliced = sliced;
    }

    /** Whether a row's slices can be written so. */
    static boolean takes(LargeObjectStrategy strategy, List<SlicedColumn> sliced) {
        return sliced.stream().map(SlicedColumn::name).allMatch(strategy.objects()::contains);
    }

    @Override
    public void append(ByteBuffer slice) {
        SlicedColumn current = sliced.get(column);
        long object = objects.computeIfAbsent(current.name(), name -> create());
        byte[] bytes = bytes(slice);
        session.query(LargeObjectStatements.PUT, done -> done, object, offset, bytes);
        offset += bytes.length;
        if (offset == current.bytes()) {
            column++;
            offset = 0;
        }
    }

    @Override
    public void finish() {
        Staged staged = strategy.staged(objects);
        Staging.begin(session, staged);
        CopyRows.send(session, StagingStatements.STAGE, strategy.columns(), new RowRange(row, 0, row.end()));
        if (session.update(staged.statement()) == 0) {
            strategy.unlink(objects).forEach(unlink -> session.query(unlink, done -> done));
        }
        session.execute(StagingStatements.DROP);
    }

    // A slice mostly is an array of its own, and then needs no copy.
    private static byte[] bytes(ByteBuffer slice) {
        if (slice.hasArray() && slice.arrayOffset() == 0 && slice.array().length == slice.remaining()) {
            return slice.array();
        }
        byte[] bytes = new byte[slice.remaining()];
        slice.duplicate().get(bytes);
        return bytes;
    }

    private long create() {
        return session.first(LargeObjectStatements.CREATE, row -> row.int8("object"))
                .orElseThrow();
    }
}
