/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** {@code timestamp}: microseconds on a calendar and clock of no zone, with both infinities. */
final class TimestampCodec implements Codec<Long> {
    private static final Schema SCHEMA =
            SchemaBuilder.int64().name(LogicalTypes.TIMESTAMP).build();

    private static final AllowList<Long> ALLOWED = EpochForms.addTo(AllowList.builder())
            .named(Schema.Type.INT64, LogicalTypes.TIMESTAMP, Long.class::cast)
            .named(
                    Schema.Type.STRING,
                    LogicalTypes.DEBEZIUM_ISO_TIMESTAMP,
                    text -> TemporalText.instantMicros((String) text))
            .plain(Schema.Type.STRING, text -> TemporalText.localMicros((String) text))
            .build();

    private final SubSecond precision;

    TimestampCodec(int typmod) {
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
        return TemporalFormat.micros(micros, "");
    }

    @Override
    public Optional<Function<Object, Long>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
