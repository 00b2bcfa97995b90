/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Looks at the large values of one row in fifty on its way to one table, and of each of the first ones, so that
 * the first transaction knows already. Rows too small for the server to compress anything are passed over.
 * Confined to the task's thread.
 */
final class RowSampler {
    // Smaller rows the server leaves as they are, whatever the table's toast_tuple_target says.
    private static final int MIN_ROW_BYTES = 2_032;
    private static final int MIN_VALUE_BYTES = 512;
    private static final int EVERY_ROWS = 50;
    private static final int FIRST_LOOKS = ColumnEvidence.MIN_VALUES;
    // Where large rows are rare, the search for the first ones ends.
    private static final int FIRST_ROWS = 2_000;

    private record Sampled(Field field, ColumnEvidence evidence) {}

    private final List<Sampled> fields;
    private final ValueSampler values;
    private final int minRowBytes;
    private int rowsToGo;
    private int firstLooks = FIRST_LOOKS;
    private int firstRows = FIRST_ROWS;

    private RowSampler(List<Sampled> fields, ValueSampler values, int toastTupleTarget) {
        this.fields = fields;
        this.values = values;
        this.minRowBytes = Math.max(MIN_ROW_BYTES, toastTupleTarget);
        this.rowsToGo = 1;
    }

    /** A sampler that looks at nothing. */
    static RowSampler none(ValueSampler values) {
        return new RowSampler(List.of(), values, 0);
    }

    /** A sampler for records of one schema, of which these columns are written. */
    static RowSampler of(
            List<Column> columns,
            Schema schema,
            int toastTupleTarget,
            ValueSampler values,
            Function<String, ColumnEvidence> evidence) {
        List<Sampled> sampled = new ArrayList<>();
        for (Column column : columns) {
            Field field = schema.field(column.name());
            if (field != null
                    && column.type().builtIn().filter(RowSampler::isSampled).isPresent()) {
                sampled.add(new Sampled(field, evidence.apply(column.name())));
            }
        }
        return new RowSampler(List.copyOf(sampled), values, toastTupleTarget);
    }

    /** Takes note of a row; its values are not kept. */
    void observe(Struct row) {
        if (--rowsToGo > 0) {
            return;
        }
        boolean first = firstLooks > 0 && firstRows-- > 0;
        if ((first || values.mayLook()) && rowBytes(row) >= minRowBytes) {
            look(row);
            firstLooks--;
        }
        rowsToGo = first ? 1 : EVERY_ROWS;
    }

    /** Takes note that values of these columns came in slices. */
    void sliced(Collection<String> columns) {
        for (Sampled sampled : fields) {
            if (columns.contains(sampled.field.name())) {
                sampled.evidence.addSliced();
            }
        }
    }

    private void look(Struct row) {
        for (Sampled sampled : fields) {
            Object value = row.get(sampled.field);
            if (value != null && ValueSampler.length(value) >= MIN_VALUE_BYTES) {
                values.look(value, sampled.evidence);
            }
        }
    }

    private long rowBytes(Struct row) {
        long bytes = 0;
        for (Sampled sampled : fields) {
            Object value = row.get(sampled.field);
            bytes += value == null ? 0 : ValueSampler.length(value);
        }
        return bytes;
    }

    /** Whether values of this type are looked at: those that may be large. */
    static boolean isSampled(BuiltIn type) {
        return type == BuiltIn.BYTEA || BuiltIn.LONG_TEXT.contains(type);
    }
}
