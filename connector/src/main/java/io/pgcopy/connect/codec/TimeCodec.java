/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/** {@code time}: microseconds since midnight, up to and with 24:00. */
final class TimeCodec implements Codec<Long> {
    private static final Schema SCHEMA =
            SchemaBuilder.int64().name(LogicalTypes.TIME).build();

    private static final AllowList<Long> ALLOWED = AllowList.<Long>builder()
            .named(Schema.Type.INT64, LogicalTypes.TIME, Long.class::cast)
            .named(Schema.Type.INT64, LogicalTypes.DEBEZIUM_MICRO_TIME, Long.class::cast)
            .named(Schema.Type.INT64, LogicalTypes.DEBEZIUM_NANO_TIME, nanos -> SubSecond.microsOfNanos((Long) nanos))
            .named(Schema.Type.INT32, LogicalTypes.DEBEZIUM_TIME, millis -> (Integer) millis * 1_000L)
            .named(
                    Schema.Type.INT32,
                    LogicalTypes.CONNECT_TIME,
                    time -> SubSecond.microsOfMillis(SubSecond.connectMillis(time)))
            .plain(Schema.Type.STRING, text -> ofText((String) text))
            .build();

    private final SubSecond precision;

    TimeCodec(int typmod) {
        precision = SubSecond.of(typmod);
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public Long decode(FieldReader field) {
        return checked(field.readInt64());
    }

    @Override
    public void encode(Long micros, FieldWriter field) {
        precision.check(micros);
        field.writeInt64(checked(micros));
    }

    @Override
    public String text(Long micros) {
        return TemporalFormat.time(micros);
    }

    @Override
    public Optional<Function<Object, Long>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }

    static long checked(long micros) {
        if (micros < 0 || micros > PgEpoch.MICROS_PER_DAY) {
            throw new DataException("expected a time from 00:00 to 24:00, found one outside");
        }
        return micros;
    }

    private static Long ofText(String text) {
        TemporalText.TimeOfDay time = TemporalText.time(text);
        if (time.offset() != null) {
            throw new DataException("time has no offset, found one in the text");
        }
        return time.micros();
    }
}
