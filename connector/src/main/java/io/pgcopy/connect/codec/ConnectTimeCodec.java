/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/**
 * A date or time type read in Connect's own form, on request: whole milliseconds, the rest cut off towards the past. What that form
 * has no value for is refused. Written like any other date or time.
 */
final class ConnectTimeCodec<N extends Number> implements Codec<Object> {
    private static final long MICROS_PER_MILLI = 1_000;
    private static final String ADVICE = ", which Connect's own types cannot carry; set temporal.mode=exact";

    private final Codec<N> exact;
    private final Schema schema;
    private final Function<N, Object> toConnect;

    private ConnectTimeCodec(Codec<N> exact, Schema schema, Function<N, Object> toConnect) {
        this.exact = exact;
        this.schema = schema;
        this.toConnect = toConnect;
    }

    static ConnectTimeCodec<Integer> date() {
        return new ConnectTimeCodec<>(new DateCodec(), Date.SCHEMA, ConnectTimeCodec::date);
    }

    static ConnectTimeCodec<Long> time(int typmod) {
        return new ConnectTimeCodec<>(new TimeCodec(typmod), Time.SCHEMA, ConnectTimeCodec::time);
    }

    static ConnectTimeCodec<Long> timestamp(int typmod) {
        return new ConnectTimeCodec<>(TimestampCodec.timestamp(typmod), Timestamp.SCHEMA, ConnectTimeCodec::timestamp);
    }

    static ConnectTimeCodec<Long> timestamptz(int typmod) {
        return new ConnectTimeCodec<>(
                TimestampCodec.timestamptz(typmod), Timestamp.SCHEMA, ConnectTimeCodec::timestamp);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Object decode(FieldReader field) {
        return toConnect.apply(exact.decode(field));
    }

    @Override
    @SuppressWarnings("unchecked")
    public void encode(Object value, FieldWriter field) {
        exact.encode((N) value, field);
    }

    @Override
    public Optional<Function<Object, Object>> from(Schema source) {
        return exact.from(source).map(conversion -> conversion::apply);
    }

    private static Object date(Integer days) {
        if (PgEpoch.isInfinite(days)) {
            throw new DataException("found an infinite date" + ADVICE);
        }
        return Date.toLogical(Date.SCHEMA, days);
    }

    private static Object time(Long micros) {
        if (micros == PgEpoch.MICROS_PER_DAY) {
            throw new DataException("found the time 24:00" + ADVICE);
        }
        return Time.toLogical(Time.SCHEMA, (int) (micros / MICROS_PER_MILLI));
    }

    private static Object timestamp(Long micros) {
        if (PgEpoch.isInfinite(micros)) {
            throw new DataException("found an infinite timestamp" + ADVICE);
        }
        return Timestamp.toLogical(Timestamp.SCHEMA, Math.floorDiv(micros, MICROS_PER_MILLI));
    }
}
