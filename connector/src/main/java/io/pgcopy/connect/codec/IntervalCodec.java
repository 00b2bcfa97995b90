/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/**
 * {@code interval}: microseconds, days and months, in this order. The largest and the smallest are infinite from
 * PostgreSQL 17 on; older servers take the same bytes for an ordinary value, without a word.
 */
final class IntervalCodec implements Codec<String> {
    private static final Schema SCHEMA =
            SchemaBuilder.string().name(LogicalTypes.INTERVAL).build();

    private static final AllowList<String> ALLOWED = AllowList.<String>builder()
            .plain(Schema.Type.STRING, String.class::cast)
            .named(Schema.Type.INT64, LogicalTypes.DEBEZIUM_MICRO_DURATION, micros -> new Interval(0, 0, (Long) micros)
                    .text())
            .build();

    private static final int FIRST_WITH_INFINITY = 17;

    private final IntervalUnit unit;
    private final boolean infinite;

    IntervalCodec(int typmod, int server) {
        unit = IntervalUnit.of(typmod);
        infinite = server >= FIRST_WITH_INFINITY;
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        long micros = field.readInt64();
        int days = field.readInt32();
        int months = field.readInt32();
        Interval value = new Interval(months, days, micros);
        return infinite ? value.text() : value.finiteText();
    }

    @Override
    public void encode(String text, FieldWriter field) {
        Interval value = Interval.parse(text);
        boolean infinity = Interval.isInfinity(text);
        if (value.isExtreme() && infinity != infinite) {
            throw new DataException(
                    infinity
                            ? "interval is infinite, which servers before PostgreSQL 17 cannot store"
                            : "interval is the one that servers from PostgreSQL 17 on take for infinity");
        }
        if (!infinity) {
            unit.check(value);
        }
        field.writeInt64(value.micros());
        field.writeInt32(value.days());
        field.writeInt32(value.months());
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
