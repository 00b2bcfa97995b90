/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** {@code macaddr} and {@code macaddr8}: six and eight bytes. Text with colons, in lower case. */
final class MacaddrCodec implements Codec<String> {
    private static final HexFormat COLONS = HexFormat.ofDelimiter(":");

    private final int length;

    private MacaddrCodec(int length) {
        this.length = length;
    }

    static MacaddrCodec macaddr() {
        return new MacaddrCodec(6);
    }

    static MacaddrCodec macaddr8() {
        return new MacaddrCodec(8);
    }

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        return COLONS.formatHex(field.readBytes(length));
    }

    @Override
    public void encode(String text, FieldWriter field) {
        String digits = text.replaceAll("[:.-]", "");
        // As macaddr8_in does: an address of six bytes gets FF FE in its middle.
        String all =
                length == 8 && digits.length() == 12 ? digits.substring(0, 6) + "fffe" + digits.substring(6) : digits;
        if (all.length() != length * 2 || !all.matches("[0-9a-fA-F]*")) {
            throw new DataException("expected the text of a MAC address of " + length + " bytes, found other text");
        }
        field.writeBytes(HexFormat.of().parseHex(all));
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }
}
