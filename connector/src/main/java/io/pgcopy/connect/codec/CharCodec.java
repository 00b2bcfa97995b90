/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * {@code "char"}: one byte. Text of one ASCII character, empty for zero, and a backslash with three octal
 * digits for the bytes above ASCII, as PostgreSQL 16 writes it.
 */
final class CharCodec implements Codec<String> {
    private static final int ASCII_END = 0x80;

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int value = field.readInt8() & 0xFF;
        if (value == 0) {
            return "";
        }
        return value < ASCII_END ? Character.toString(value) : "\\" + Integer.toOctalString(value);
    }

    @Override
    public void encode(String text, FieldWriter field) {
        field.writeInt8(value(text));
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private static int value(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        char first = text.charAt(0);
        if (text.length() == 1 && first != 0 && first < ASCII_END) {
            return first;
        }
        if (text.length() == 4 && first == '\\' && text.charAt(1) >= '2' && text.charAt(1) <= '3') {
            return octal(text, 1) << 6 | octal(text, 2) << 3 | octal(text, 3);
        }
        throw new DataException("expected one ASCII character or an octal escape of one byte, found other text");
    }

    private static int octal(String text, int at) {
        int digit = text.charAt(at) - '0';
        if (digit < 0 || digit > 7) {
            throw new DataException("expected an octal digit, found another character");
        }
        return digit;
    }
}
