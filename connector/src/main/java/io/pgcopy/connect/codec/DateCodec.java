/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/** {@code date}: days, with both infinities. */
final class DateCodec implements Codec<Integer> {
    private static final Schema SCHEMA =
            SchemaBuilder.int32().name(LogicalTypes.DATE).build();
    private static final long MILLIS_PER_DAY = 86_400_000L;

    private static final AllowList<Integer> ALLOWED = AllowList.<Integer>builder()
            .named(Schema.Type.INT32, LogicalTypes.DATE, Integer.class::cast)
            .named(Schema.Type.INT32, LogicalTypes.DEBEZIUM_DATE, days -> PgEpoch.finiteDays((Integer) days))
            .named(Schema.Type.INT32, LogicalTypes.CONNECT_DATE, date -> ofMillis(SubSecond.connectMillis(date)))
            .plain(Schema.Type.STRING, text -> TemporalText.days((String) text))
            .build();

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public Integer decode(FieldReader field) {
        return PgEpoch.unixDays(field.readInt32());
    }

    @Override
    public void encode(Integer days, FieldWriter field) {
        field.writeInt32(PgEpoch.pgDays(days));
    }

    @Override
    public String text(Integer days) {
        return TemporalFormat.days(days);
    }

    @Override
    public Optional<Function<Object, Integer>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }

    private static Integer ofMillis(long millis) {
        if (millis % MILLIS_PER_DAY != 0) {
            throw new DataException("expected midnight UTC in a Date, found a time of day");
        }
        return PgEpoch.finiteDays(millis / MILLIS_PER_DAY);
    }
}
