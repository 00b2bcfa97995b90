/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** {@code tid}: block and line, as text {@code (17,3)}. */
final class TidCodec implements Codec<String> {
    private static final Pattern TEXT = Pattern.compile("[(](\\d{1,10}),(\\d{1,5})[)]");

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        return "(" + Integer.toUnsignedString(field.readInt32()) + "," + (field.readInt16() & 0xFFFF) + ")";
    }

    @Override
    public void encode(String text, FieldWriter field) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw new DataException("expected the text of a tid, found other text");
        }
        long block = Long.parseLong(match.group(1));
        int line = Integer.parseInt(match.group(2));
        if (block > 0xFFFFFFFFL || line > 0xFFFF) {
            throw new DataException("tid is out of range");
        }
        field.writeInt32((int) block);
        field.writeInt16(line);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }
}
