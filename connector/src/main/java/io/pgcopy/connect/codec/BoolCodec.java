/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** {@code bool}: one byte. */
final class BoolCodec implements Codec<Boolean> {
    private static final AllowList<Boolean> ALLOWED = AllowList.<Boolean>builder()
            .plain(Schema.Type.BOOLEAN, Boolean.class::cast)
            .plain(Schema.Type.STRING, text -> parse((String) text))
            .build();

    @Override
    public Schema schema() {
        return Schema.BOOLEAN_SCHEMA;
    }

    @Override
    public Boolean decode(FieldReader field) {
        byte value = field.readInt8();
        if (value != 0 && value != 1) {
            throw new DataException("expected a bool of 0 or 1, found another byte");
        }
        return value == 1;
    }

    @Override
    public void encode(Boolean value, FieldWriter field) {
        field.writeInt8(value ? 1 : 0);
    }

    @Override
    public Optional<Function<Object, Boolean>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }

    private static Boolean parse(String text) {
        return switch (text) {
            case "true", "t" -> true;
            case "false", "f" -> false;
            default -> throw new DataException("expected true or false, found other text");
        };
    }
}
