/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.type.Column;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A row under way of which not all sliced columns are written: the slices of the others end here. */
final class WrittenSlices implements BlobStream {
    private final List<SlicedColumn> all;
    private final Set<String> written;
    private final BlobStream stream;
    private int column;
    private long offset;

    /**
     * @param written the columns that are
     * @param stream takes them
     */
    WrittenSlices(BlobManifest manifest, List<SlicedColumn> written, BlobStream stream) {
        this.all = manifest.columns();
        this.written = written.stream().map(SlicedColumn::name).collect(Collectors.toSet());
        this.stream = stream;
    }

    /** The sliced columns that are among those of a row; {@code fields.include} may name none. */
    static List<SlicedColumn> among(List<Column> columns, BlobManifest manifest) {
        Set<String> names = columns.stream().map(Column::name).collect(Collectors.toSet());
        return manifest.columns().stream()
                .filter(sliced -> names.contains(sliced.name()))
                .toList();
    }

    @Override
    public void append(ByteBuffer slice) {
        SlicedColumn current = all.get(column);
        offset += slice.remaining();
        if (written.contains(current.name())) {
            stream.append(slice);
        }
        if (offset == current.bytes()) {
            column++;
            offset = 0;
        }
    }

    @Override
    public void finish() {
        stream.finish();
    }
}
