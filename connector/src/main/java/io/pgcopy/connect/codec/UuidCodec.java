/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/** {@code uuid}: 16 bytes; text of 36 characters in a record. */
final class UuidCodec implements Codec<String> {
    private static final Schema SCHEMA =
            SchemaBuilder.string().name(LogicalTypes.UUID).build();

    private static final int DIGITS = 32;

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        return new UUID(field.readInt64(), field.readInt64()).toString();
    }

    // As uuid_in reads it: braces around all, a hyphen after any group of four digits, either case.
    @Override
    public void encode(String text, FieldWriter field) {
        boolean braced = text.length() > 1 && text.charAt(0) == '{' && text.charAt(text.length() - 1) == '}';
        int at = braced ? 1 : 0;
        int end = braced ? text.length() - 1 : text.length();
        long high = 0;
        long low = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            if (digit != 0 && digit % 4 == 0 && at < end && text.charAt(at) == '-') {
                at++;
            }
            int value = at < end ? hex(text.charAt(at++)) : -1;
            if (value < 0) {
                throw notUuid();
            }
            high = high << 4 | low >>> 60;
            low = low << 4 | value;
        }
        if (at != end) {
            throw notUuid();
        }
        field.writeInt64(high);
        field.writeInt64(low);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private static int hex(char digit) {
        return digit < 128 ? Character.digit(digit, 16) : -1;
    }

    private static DataException notUuid() {
        return new DataException("expected the text of a uuid, found other text");
    }
}
