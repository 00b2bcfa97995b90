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
 * {@code timetz}: microseconds of local time and, against ISO 8601, seconds <em>west</em> of UTC. Carried as
 * ISO text, the one form that keeps both.
 */
final class TimetzCodec implements Codec<String> {
    private static final Schema SCHEMA =
            SchemaBuilder.string().name(LogicalTypes.TIMETZ).build();

    // datatype/timestamp.h, MAX_TZDISP_HOUR: below sixteen hours.
    private static final int END_OFFSET = 16 * 3_600;

    private final SubSecond precision;

    TimetzCodec(int typmod) {
        precision = SubSecond.of(typmod);
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        long micros = TimeCodec.checked(field.readInt64());
        int west = field.readInt32();
        if (west <= -END_OFFSET || west >= END_OFFSET) {
            throw new DataException("expected an offset below 16 hours, found " + west + " seconds");
        }
        return TemporalFormat.time(micros, -west);
    }

    @Override
    public void encode(String text, FieldWriter field) {
        TemporalText.TimeOfDay time = TemporalText.time(text);
        Integer offset = time.offset();
        if (offset == null) {
            throw new DataException("expected a time with its offset, found none");
        }
        precision.check(time.micros());
        field.writeInt64(time.micros());
        field.writeInt32(-offset);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }
}
