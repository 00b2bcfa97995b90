/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** {@code bit(n)} and {@code varbit(n)}: a count of bits and the bits from the high end. Text of 0 and 1. */
final class BitCodec implements Codec<String> {
    private static final Schema SCHEMA =
            SchemaBuilder.string().name(LogicalTypes.BITS).build();

    private static final AllowList<String> ALLOWED = AllowList.<String>builder()
            .plain(Schema.Type.STRING, String.class::cast)
            .plain(Schema.Type.BOOLEAN, value -> (Boolean) value ? "1" : "0")
            .build();

    private final int length;
    private final boolean varying;

    private BitCodec(int length, boolean varying) {
        this.length = length;
        this.varying = varying;
    }

    static BitCodec fixed(int typmod) {
        return new BitCodec(typmod, false);
    }

    static BitCodec varying(int typmod) {
        return new BitCodec(typmod, true);
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int bits = field.readInt32();
        if (bits < 0 || field.remaining() != (bits + 7L) / 8) {
            throw new DataException("expected " + bits + " bits, found " + field.remaining() + " bytes");
        }
        char[] text = new char[bits];
        int octet = 0;
        for (int i = 0; i < bits; i++) {
            octet = i % 8 == 0 ? field.readInt8() : octet << 1;
            text[i] = (octet & 0x80) == 0 ? '0' : '1';
        }
        return new String(text);
    }

    @Override
    public void encode(String text, FieldWriter field) {
        if (length > 0 && (varying ? text.length() > length : text.length() != length)) {
            throw new DataException("value has " + text.length() + " bits, and the column holds " + length);
        }
        byte[] octets = new byte[(text.length() + 7) / 8];
        for (int i = 0; i < text.length(); i++) {
            char bit = text.charAt(i);
            if (bit != '0' && bit != '1') {
                throw new DataException("expected text of 0 and 1, found another character at index " + i);
            }
            octets[i / 8] |= (byte) ((bit - '0') << (7 - i % 8));
        }
        field.writeInt32(text.length());
        field.writeBytes(octets);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        if (LogicalTypes.DEBEZIUM_BITS.equals(schema.name()) && schema.type() == Schema.Type.BYTES) {
            return debeziumLength(schema).map(bits -> value -> ofLittleEndian(value, bits));
        }
        return ALLOWED.conversion(schema);
    }

    private static Optional<Integer> debeziumLength(Schema schema) {
        @Nullable
        String bits = schema.parameters() == null ? null : schema.parameters().get("length");
        return bits != null && bits.matches("\\d{1,9}") ? Optional.of(Integer.valueOf(bits)) : Optional.empty();
    }

    // Debezium sends the bits as a number in little-endian order, as many bytes as they need.
    private static String ofLittleEndian(Object value, int bits) {
        ByteBuffer octets = value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : ((ByteBuffer) value).duplicate();
        StringBuilder text = new StringBuilder(bits);
        for (int i = bits - 1; i >= 0; i--) {
            int at = i / 8;
            int octet = at < octets.remaining() ? octets.get(octets.position() + at) : 0;
            text.append((octet >> (i % 8) & 1) == 0 ? '0' : '1');
        }
        for (int at = 0; at < octets.remaining(); at++) {
            int used = Math.max(0, Math.min(8, bits - at * 8));
            if ((octets.get(octets.position() + at) & 0xFF) >>> used != 0) {
                throw new DataException("value has more bits than the " + bits + " of its schema");
            }
        }
        return text.toString();
    }
}
