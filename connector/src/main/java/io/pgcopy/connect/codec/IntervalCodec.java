/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** {@code interval}: microseconds, days and months, in this order. */
final class IntervalCodec implements Codec<String> {
    private static final Schema SCHEMA =
            SchemaBuilder.string().name(LogicalTypes.INTERVAL).build();

    private static final AllowList<String> ALLOWED = AllowList.<String>builder()
            .plain(Schema.Type.STRING, String.class::cast)
            .named(Schema.Type.INT64, LogicalTypes.DEBEZIUM_MICRO_DURATION, micros -> new Interval(0, 0, (Long) micros)
                    .text())
            .build();

    private final IntervalUnit unit;

    IntervalCodec(int typmod) {
        unit = IntervalUnit.of(typmod);
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
        return new Interval(months, days, micros).text();
    }

    @Override
    public void encode(String text, FieldWriter field) {
        Interval value = Interval.parse(text);
        if (!value.equals(Interval.INFINITY) && !value.equals(Interval.NEGATIVE_INFINITY)) {
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
