/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** {@code pg_lsn}: a 64-bit place in the write-ahead log, as text {@code 16/B374D848}. */
final class PgLsnCodec implements Codec<String> {
    private static final Pattern TEXT = Pattern.compile("([0-9a-fA-F]{1,8})/([0-9a-fA-F]{1,8})");

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int high = field.readInt32();
        int low = field.readInt32();
        return (Integer.toHexString(high) + "/" + Integer.toHexString(low)).toUpperCase(Locale.ROOT);
    }

    @Override
    public void encode(String text, FieldWriter field) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw new DataException("expected the text of a pg_lsn, found other text");
        }
        field.writeInt32(Integer.parseUnsignedInt(match.group(1), 16));
        field.writeInt32(Integer.parseUnsignedInt(match.group(2), 16));
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }
}
