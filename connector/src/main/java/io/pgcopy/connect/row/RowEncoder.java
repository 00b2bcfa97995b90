/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Printable;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Records of one schema to tuples of one table. Directed by the target's columns: binary COPY casts
 * nothing, and some wrong bytes the server takes in silence, so only pairs on a codec's allow list are
 * written. Confined to one thread.
 */
public final class RowEncoder {
    private final TableId table;
    private final List<Column> columns;
    private final Set<String> asText;
    private final ColumnPlan<?>[] plans;
    private Schema schema;

    private RowEncoder(TableId table, Schema schema, List<ColumnPlan<?>> plans) {
        this.table = table;
        this.schema = schema;
        this.columns = plans.stream().<Column>map(ColumnPlan::column).toList();
        this.asText = plans.stream()
                .filter(ColumnPlan::isTextForm)
                .map(plan -> plan.column().name())
                .collect(Collectors.toUnmodifiableSet());
        this.plans = plans.toArray(ColumnPlan<?>[]::new);
    }

    /**
     * Plans the way from a record schema to a table.
     *
     * @param fields the record's fields to write; all of them where empty
     * @throws SchemaMismatchException where a field has no column, or where the record lacks a NOT NULL column that
     *     has no default
     * @throws DataException where a field does not go into its column
     */
    public static RowEncoder of(Table target, Schema valueSchema, Set<String> fields, CodecRegistry registry) {
        if (valueSchema.type() != Schema.Type.STRUCT) {
            throw new DataException(target.id() + ": expected a record of type STRUCT, found " + valueSchema.type());
        }
        Set<String> unmatched = new HashSet<>();
        for (Field field : valueSchema.fields()) {
            if (fields.isEmpty() || fields.contains(field.name())) {
                unmatched.add(field.name());
            }
        }
        List<ColumnPlan<?>> plans = new ArrayList<>();
        for (Column column : target.columns()) {
            boolean written = unmatched.remove(column.name());
            if (column.generated()) {
                continue;
            }
            if (written) {
                plans.add(plan(target.id(), column, valueSchema.field(column.name()), registry));
            } else {
                refuseRequired(target.id(), column);
            }
        }
        if (!unmatched.isEmpty()) {
            throw new SchemaMismatchException(target.id() + " has no column for the record's "
                    + (unmatched.size() == 1 ? "field " : "fields ")
                    + Printable.text(String.join(", ", new TreeSet<>(unmatched)))
                    + "; add the column or leave the field out");
        }
        return new RowEncoder(target.id(), valueSchema, plans);
    }

    /** The columns written, in the order of their fields in each tuple: COPY's column list. */
    public List<Column> columns() {
        return columns;
    }

    /**
     * Names of the columns whose fields are in the server's text form, since their type has no codec: COPY cannot write
     * them, the server must cast them.
     */
    public Set<String> asText() {
        return asText;
    }

    /**
     * Adds one record as a tuple.
     *
     * @throws DataException naming the column whose value does not fit; the buffer is then as before
     */
    public void encode(Struct value, TupleBuffer out) {
        adopt(value.schema());
        out.beginTuple(plans.length);
        int at = 0;
        try {
            for (; at < plans.length; at++) {
                plans[at].write(value, out);
            }
            out.endTuple();
        } catch (DataException e) {
            out.abandonTuple();
            throw new DataException(
                    table + " column " + Printable.text(columns.get(at).name()) + ": " + e.getMessage(), e);
        }
    }

    // Fields are read by position, so a schema that is not the planned one must at least be equal to it.
    private void adopt(Schema other) {
        if (other != schema) {
            if (!schema.equals(other)) {
                throw new IllegalArgumentException("record of another schema than the one planned for " + table);
            }
            schema = other;
        }
    }

    private static ColumnPlan<?> plan(TableId table, Column column, Field field, CodecRegistry registry) {
        try {
            return registry.find(column.type(), column.typmod())
                    .<ColumnPlan<?>>map(codec -> ColumnPlan.of(column, field, codec))
                    .orElseGet(() -> ColumnPlan.ofTextForm(column, field, registry.textForm()));
        } catch (DataException e) {
            throw new DataException(table + " column " + Printable.text(column.name()) + ": " + e.getMessage(), e);
        }
    }

    private static void refuseRequired(TableId table, Column column) {
        if (column.notNull() && !column.hasDefault()) {
            throw new SchemaMismatchException(table + " column " + Printable.text(column.name())
                    + " is NOT NULL and has no default, and the record has no such field");
        }
    }
}
