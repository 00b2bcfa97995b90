/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** {@code int4}: four bytes. */
final class Int4Codec implements Codec<Integer> {
    private static final AllowList<Integer> ALLOWED =
            new IntegerRange("int4", Integer.MIN_VALUE, Integer.MAX_VALUE).allowList(value -> (int) value);

    @Override
    public Schema schema() {
        return Schema.INT32_SCHEMA;
    }

    @Override
    public Integer decode(FieldReader field) {
        return field.readInt32();
    }

    @Override
    public void encode(Integer value, FieldWriter field) {
        field.writeInt32(value);
    }

    @Override
    public Optional<Function<Object, Integer>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
