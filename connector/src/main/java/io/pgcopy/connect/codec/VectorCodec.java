/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** pgvector's {@code vector} and {@code halfvec}: a count of dimensions, a word of zero, then as many floats of 32 or 16 bits. */
final class VectorCodec implements Codec<List<Float>> {
    private static final Schema SCHEMA =
            SchemaBuilder.array(Schema.FLOAT32_SCHEMA).build();

    private final int dimensions;
    private final boolean half;
    private final Float4Codec element = new Float4Codec();

    private VectorCodec(int dimensions, boolean half) {
        this.dimensions = dimensions;
        this.half = half;
    }

    /** The type modifier of these types is the number of dimensions. */
    static VectorCodec vector(int typmod) {
        return new VectorCodec(typmod, false);
    }

    static VectorCodec halfvec(int typmod) {
        return new VectorCodec(typmod, true);
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public List<Float> decode(FieldReader field) {
        int count = field.readInt16();
        int unused = field.readInt16();
        if (count < 0 || unused != 0 || field.remaining() != count * (half ? 2 : 4)) {
            throw new DataException(
                    "expected a vector of " + count + " dimensions, found " + field.remaining() + " bytes");
        }
        List<Float> vector = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            vector.add(half ? HalfFloat.toFloat(field.readInt16()) : field.readFloat32());
        }
        return vector;
    }

    @Override
    public void encode(List<Float> vector, FieldWriter field) {
        if (vector.size() > Short.MAX_VALUE || (dimensions > 0 && vector.size() != dimensions)) {
            throw new DataException("value has " + vector.size() + " dimensions, and the column holds "
                    + (dimensions > 0 ? dimensions : Short.MAX_VALUE));
        }
        field.writeInt16(vector.size());
        field.writeInt16(0);
        for (@Nullable Float number : vector) {
            if (number == null || !Float.isFinite(number)) {
                throw new DataException("a vector holds finite numbers only, found another value");
            }
            if (half) {
                field.writeInt16(HalfFloat.ofExact(number));
            } else {
                field.writeFloat32(number);
            }
        }
    }

    // Also Debezium's FloatVector and DoubleVector, which are lists of these numbers under a name.
    @Override
    public Optional<Function<Object, List<Float>>> from(Schema schema) {
        if (schema.type() != Schema.Type.ARRAY) {
            return Optional.empty();
        }
        return element.from(schema.valueSchema()).map(conversion -> value -> floats((List<?>) value, conversion));
    }

    private static List<Float> floats(List<?> values, Function<Object, Float> conversion) {
        List<Float> floats = new ArrayList<>(values.size());
        for (@Nullable Object value : values) {
            if (value == null) {
                throw new DataException("a vector holds finite numbers only, found null");
            }
            floats.add(conversion.apply(value));
        }
        return floats;
    }
}
