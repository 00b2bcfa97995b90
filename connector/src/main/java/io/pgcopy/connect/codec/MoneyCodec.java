/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * {@code money}: a number of the smallest unit of the database's lc_monetary. The bytes do not say how many
 * decimals that is, so only our own form is taken: a plain number could mean either.
 */
final class MoneyCodec implements Codec<Long> {
    private static final Schema SCHEMA =
            SchemaBuilder.int64().name(LogicalTypes.MONEY).build();

    private static final AllowList<Long> ALLOWED = AllowList.<Long>builder()
            .named(Schema.Type.INT64, LogicalTypes.MONEY, Long.class::cast)
            .build();

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public Long decode(FieldReader field) {
        return field.readInt64();
    }

    @Override
    public void encode(Long units, FieldWriter field) {
        field.writeInt64(units);
    }

    @Override
    public Optional<Function<Object, Long>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
