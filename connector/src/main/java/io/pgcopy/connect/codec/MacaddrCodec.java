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

    private static final String SEPARATORS = ":.-";
    private static final int SIX = 6;
    private static final int EIGHT = 8;

    private final int length;

    private MacaddrCodec(int length) {
        this.length = length;
    }

    static MacaddrCodec macaddr() {
        return new MacaddrCodec(SIX);
    }

    static MacaddrCodec macaddr8() {
        return new MacaddrCodec(EIGHT);
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
        byte[] octets = new byte[length];
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (SEPARATORS.indexOf(c) < 0) {
                if (digits == length * 2 || !HexFormat.isHexDigit(c)) {
                    throw notAnAddress();
                }
                octets[digits / 2] |= (byte) (HexFormat.fromHexDigit(c) << (digits % 2 == 0 ? 4 : 0));
                digits++;
            }
        }
        if (length == EIGHT && digits == SIX * 2) {
            // As macaddr8_in does: an address of six bytes gets FF FE in its middle.
            System.arraycopy(octets, 3, octets, 5, 3);
            octets[3] = (byte) 0xFF;
            octets[4] = (byte) 0xFE;
        } else if (digits != length * 2) {
            throw notAnAddress();
        }
        field.writeBytes(octets);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private DataException notAnAddress() {
        return new DataException("expected the text of a MAC address of " + length + " bytes, found other text");
    }
}
