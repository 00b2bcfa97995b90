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

/** {@code pg_snapshot} and {@code txid_snapshot}: transaction numbers, as text {@code xmin:xmax:one,two}. */
final class SnapshotCodec implements Codec<String> {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,19}):(\\d{1,19}):((?:\\d{1,19}(?:,\\d{1,19})*+)?)");

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int count = field.readInt32();
        if (count < 0 || field.remaining() != 16 + 8L * count) {
            throw new DataException("expected " + count + " transactions, found " + field.remaining() + " bytes");
        }
        StringBuilder text = new StringBuilder();
        text.append(number(field)).append(':').append(number(field)).append(':');
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",").append(number(field));
        }
        return text.toString();
    }

    @Override
    public void encode(String text, FieldWriter field) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw new DataException("expected the text of a snapshot, found other text");
        }
        String[] running =
                match.group(3).isEmpty() ? new String[0] : match.group(3).split(",", -1);
        field.writeInt32(running.length);
        field.writeInt64(parse(match.group(1)));
        field.writeInt64(parse(match.group(2)));
        for (String number : running) {
            field.writeInt64(parse(number));
        }
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private static long number(FieldReader field) {
        long number = field.readInt64();
        if (number < 0) {
            throw new DataException("expected a transaction number, found " + number);
        }
        return number;
    }

    private static long parse(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new DataException("transaction number is out of range");
        }
    }
}
