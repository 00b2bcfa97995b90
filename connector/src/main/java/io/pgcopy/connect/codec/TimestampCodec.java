/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * {@code timestamp}, a calendar and clock of no zone, and {@code timestamptz}, an instant: microseconds, with both infinities.
 * The Connect and Debezium forms that count from 1970 in UTC name an instant; a column without a zone takes its UTC clock.
 */
final class TimestampCodec implements Codec<Long> {
    private static final Schema LOCAL =
            SchemaBuilder.int64().name(LogicalTypes.TIMESTAMP).build();
    private static final Schema INSTANT =
            SchemaBuilder.int64().name(LogicalTypes.TIMESTAMPTZ).build();

    private static final AllowList<Long> INTO_LOCAL = instants()
            .named(Schema.Type.INT64, LogicalTypes.TIMESTAMP, Long.class::cast)
            .named(
                    Schema.Type.STRING,
                    LogicalTypes.DEBEZIUM_ISO_TIMESTAMP,
                    text -> TemporalText.instantMicros((String) text))
            .plain(Schema.Type.STRING, text -> TemporalText.localMicros((String) text))
            .build();
    private static final AllowList<Long> INTO_INSTANT = instants()
            .named(Schema.Type.INT64, LogicalTypes.TIMESTAMPTZ, Long.class::cast)
            .plain(Schema.Type.STRING, text -> TemporalText.instantMicros((String) text))
            .build();

    private final Schema schema;
    private final AllowList<Long> allowed;
    private final String zone;
    private final SubSecond precision;

    private TimestampCodec(Schema schema, AllowList<Long> allowed, String zone, int typmod) {
        this.schema = schema;
        this.allowed = allowed;
        this.zone = zone;
        this.precision = SubSecond.of(typmod);
    }

    static TimestampCodec timestamp(int typmod) {
        return new TimestampCodec(LOCAL, INTO_LOCAL, "", typmod);
    }

    static TimestampCodec timestamptz(int typmod) {
        return new TimestampCodec(INSTANT, INTO_INSTANT, "+00", typmod);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Long decode(FieldReader field) {
        return PgEpoch.unixMicros(field.readInt64());
    }

    @Override
    public void encode(Long micros, FieldWriter field) {
        if (!PgEpoch.isInfinite(micros)) {
            precision.check(micros);
        }
        field.writeInt64(PgEpoch.pgMicros(micros));
    }

    @Override
    public String text(Long micros) {
        return TemporalFormat.micros(micros, zone);
    }

    @Override
    public Optional<Function<Object, Long>> from(Schema other) {
        return allowed.conversion(other);
    }

    private static AllowList.Builder<Long> instants() {
        return AllowList.<Long>builder()
                .named(
                        Schema.Type.INT64,
                        LogicalTypes.CONNECT_TIMESTAMP,
                        date -> SubSecond.microsOfMillis(SubSecond.connectMillis(date)))
                .named(
                        Schema.Type.INT64,
                        LogicalTypes.DEBEZIUM_TIMESTAMP,
                        millis -> SubSecond.microsOfMillis((Long) millis))
                .named(
                        Schema.Type.INT64,
                        LogicalTypes.DEBEZIUM_MICRO_TIMESTAMP,
                        micros -> PgEpoch.finiteMicros((Long) micros))
                .named(
                        Schema.Type.INT64,
                        LogicalTypes.DEBEZIUM_NANO_TIMESTAMP,
                        nanos -> SubSecond.microsOfNanos((Long) nanos));
    }
}
