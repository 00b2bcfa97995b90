/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * pgvector's {@code sparsevec}: dimensions, a count of entries, a word of zero, the entries' places from 0, their values.
 * As text <code>{1:0.5,3:2}/5</code>, with places from 1.
 */
final class SparsevecCodec implements Codec<String> {
    private static final Pattern TEXT = Pattern.compile("[{]([^{}/]*)[}]/(\\d{1,10})");
    private static final Pattern ENTRY = Pattern.compile("\\s*(\\d{1,10})\\s*:\\s*([^\\s:]+)\\s*");

    private final int dimensions;

    SparsevecCodec(int typmod) {
        dimensions = typmod;
    }

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int size = field.readInt32();
        int count = field.readInt32();
        int unused = field.readInt32();
        if (size < 1 || count < 0 || unused != 0 || field.remaining() != count * 8L) {
            throw new DataException(
                    "expected a sparsevec of " + count + " entries, found " + field.remaining() + " bytes");
        }
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            places[i] = field.readInt32();
            if (places[i] < (i == 0 ? 0 : places[i - 1] + 1L) || places[i] >= size) {
                throw new DataException("expected rising places below " + size + ", found " + places[i]);
            }
        }
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",").append(places[i] + 1L).append(':');
            text.append(BinaryFloat.text(field.readFloat32()));
        }
        return text.append("}/").append(size).toString();
    }

    @Override
    public void encode(String text, FieldWriter field) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw notSparsevec();
        }
        long size = Long.parseLong(match.group(2));
        if (size < 1 || size > Integer.MAX_VALUE || (dimensions > 0 && size != dimensions)) {
            throw new DataException("value has " + size + " dimensions, and the column holds others");
        }
        SortedMap<Integer, Float> entries = entries(match.group(1), size);
        field.writeInt32((int) size);
        field.writeInt32(entries.size());
        field.writeInt32(0);
        entries.keySet().forEach(field::writeInt32);
        entries.values().forEach(field::writeFloat32);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private static SortedMap<Integer, Float> entries(String text, long size) {
        SortedMap<Integer, Float> entries = new TreeMap<>();
        if (text.isBlank()) {
            return entries;
        }
        for (String entry : text.split(",", -1)) {
            Matcher match = ENTRY.matcher(entry);
            if (!match.matches()) {
                throw notSparsevec();
            }
            long place = Long.parseLong(match.group(1));
            float value = BinaryFloat.parseFloat(match.group(2));
            if (place < 1 || place > size || !Float.isFinite(value)) {
                throw notSparsevec();
            }
            // The server takes no zeros: to leave an entry out is to say zero.
            @Nullable Float twice = value == 0 ? null : entries.put((int) (place - 1), value);
            if (twice != null) {
                throw notSparsevec();
            }
        }
        return entries;
    }

    private static DataException notSparsevec() {
        return new DataException("expected the text of a sparsevec, found other text");
    }
}
