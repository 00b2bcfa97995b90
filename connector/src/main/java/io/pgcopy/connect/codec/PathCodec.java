/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** {@code path} and {@code polygon}: a count of points and the points; before them, for a path, whether it is closed. */
final class PathCodec implements Codec<String> {
    private static final int POINT_BYTES = 16;

    private final boolean polygon;

    private PathCodec(boolean polygon) {
        this.polygon = polygon;
    }

    static PathCodec path() {
        return new PathCodec(false);
    }

    static PathCodec polygon() {
        return new PathCodec(true);
    }

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int closed = polygon ? 1 : field.readInt8();
        int count = field.readInt32();
        if (closed < 0 || closed > 1) {
            throw new DataException("expected a path to be open or closed, found " + closed);
        }
        if (count < 1 || field.remaining() != (long) count * POINT_BYTES) {
            throw new DataException("expected " + count + " points, found " + field.remaining() + " bytes");
        }
        double[] numbers = new double[count * 2];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = field.readFloat64();
        }
        return GeometryText.write(pattern(closed == 1, count), numbers);
    }

    @Override
    public void encode(String text, FieldWriter field) {
        boolean open = !polygon && text.startsWith("[");
        double[] numbers = GeometryText.read(pattern(!open, Math.max(1, GeometryText.countPoints(text))), text);
        if (!polygon) {
            field.writeInt8(open ? 0 : 1);
        }
        field.writeInt32(numbers.length / 2);
        for (double number : numbers) {
            field.writeFloat64(number);
        }
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private static String pattern(boolean closed, int count) {
        return closed ? GeometryText.points('(', count, ')') : GeometryText.points('[', count, ']');
    }
}
