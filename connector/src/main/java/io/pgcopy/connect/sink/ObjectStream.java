/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.db.LargeObjectStatements;
import io.pgcopy.connect.db.Session;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * A row whose sliced columns all become large objects: each slice is written into its object, so that the server
 * holds no more than one. The row itself, with the objects' numbers, follows at the end.
 */
final class ObjectStream implements BlobStream {
    private final Session session;
    private final LargeObjectStrategy strategy;
    private final Run row;
    private final BlobManifest manifest;
    private final Map<String, Long> objects = new HashMap<>();
    private int column;
    private long offset;

    /** @param row the one row, with little in its sliced columns */
    ObjectStream(Session session, LargeObjectStrategy strategy, Run row, BlobManifest manifest) {
        this.session = session;
        this.strategy = strategy;
        this.row = row;
        this.manifest = manifest;
    }

    /** Whether a row's slices can be written so. */
    static boolean takes(LargeObjectStrategy strategy, BlobManifest manifest) {
        return manifest.columns().stream().map(SlicedColumn::name).allMatch(strategy.objects()::contains);
    }

    @Override
    public void append(ByteBuffer slice) {
        SlicedColumn current = manifest.columns().get(column);
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
        Staging.through(session, strategy.staged(objects), strategy.columns(), new RowRange(row, 0, row.end()));
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
