/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** {@code timestamptz}: an instant in microseconds, with both infinities. */
final class TimestamptzCodec implements Codec<Long> {
    private static final Schema SCHEMA =
            SchemaBuilder.int64().name(LogicalTypes.TIMESTAMPTZ).build();

    private static final AllowList<Long> ALLOWED = EpochForms.addTo(AllowList.builder())
            .named(Schema.Type.INT64, LogicalTypes.TIMESTAMPTZ, Long.class::cast)
            .plain(Schema.Type.STRING, text -> TemporalText.instantMicros((String) text))
            .build();

    private final SubSecond precision;

    TimestamptzCodec(int typmod) {
        precision = SubSecond.of(typmod);
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public Long decode(FieldReader field) {
        return PgEpoch.unixMicros(field.readInt64());
    }

    @Override
    public void encode(Long micros, FieldWriter field) {
        EpochForms.write(micros, precision, field);
    }

    @Override
    public String text(Long micros) {
        return TemporalFormat.micros(micros, "+00");
    }

    @Override
    public Optional<Function<Object, Long>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
