/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * What a chunked row's head announces: its sliced columns, in the order in which their slices follow.
 *
 * @param rowReference where the row stands in the source, for people: {@code (17,3)}; empty where unknown
 */
public record BlobManifest(List<SlicedColumn> columns, String rowReference) {

    /**
     * One sliced column.
     *
     * @param bytes the whole value's length; for a column of text, in UTF-8
     */
    public record SlicedColumn(String name, long bytes) {
        public SlicedColumn {
            if (name.isEmpty() || bytes < 1) {
                throw new IllegalArgumentException(
                        "expected a named column of at least one byte, found \"" + name + "\" of " + bytes);
            }
        }
    }

    public BlobManifest {
        columns = List.copyOf(columns);
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("a chunked row has at least one sliced column");
        }
        if (columns.stream().map(SlicedColumn::name).distinct().count() != columns.size()) {
            throw new IllegalArgumentException("a column is named twice among the sliced ones: " + columns);
        }
    }

    public Set<String> names() {
        return columns.stream().map(SlicedColumn::name).collect(Collectors.toSet());
    }

    /**
     * The row without what its sliced columns hold: null, or {@code little} where the field is not optional. A null of another
     * column stays one, whatever default its schema has.
     */
    public Struct emptied(Struct row, Function<Schema, Object> little) {
        Struct emptied = new Struct(row.schema());
        for (Field field : row.schema().fields()) {
            Object content = row.getWithoutDefault(field.name());
            if (content != null) {
                emptied.put(field, content);
            }
        }
        for (SlicedColumn column : columns) {
            Field field = row.schema().field(column.name());
            if (field != null) {
                emptied.put(field, field.schema().isOptional() ? null : little.apply(field.schema()));
            }
        }
        return emptied;
    }

    /** Bytes of the largest sliced column. */
    public long largest() {
        return columns.stream().mapToLong(SlicedColumn::bytes).max().orElseThrow();
    }

    /** Bytes of all sliced columns. */
    public long bytes() {
        long sum = 0;
        for (SlicedColumn column : columns) {
            sum = Math.addExact(sum, column.bytes());
        }
        return sum;
    }
}
