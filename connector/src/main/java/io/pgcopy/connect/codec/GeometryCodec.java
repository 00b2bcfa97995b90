/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * {@code point}, {@code line}, {@code lseg}, {@code box} and {@code circle}: a fixed number of float8 coordinates, in the order
 * of their text.
 */
final class GeometryCodec implements Codec<String> {
    private final String pattern;
    private final int count;
    private final AllowList<String> allowed;

    private GeometryCodec(String pattern, int count, AllowList<String> allowed) {
        this.pattern = pattern;
        this.count = count;
        this.allowed = allowed;
    }

    static GeometryCodec point() {
        AllowList<String> allowed = AllowList.<String>builder()
                .plain(Schema.Type.STRING, String.class::cast)
                .named(Schema.Type.STRUCT, LogicalTypes.DEBEZIUM_POINT, GeometryCodec::ofDebezium)
                .build();
        return new GeometryCodec("(%,%)", 2, allowed);
    }

    static GeometryCodec lseg() {
        return new GeometryCodec("[(%,%),(%,%)]", 4, TextCodec.ALLOWED);
    }

    static GeometryCodec box() {
        return new GeometryCodec("(%,%),(%,%)", 4, TextCodec.ALLOWED);
    }

    static GeometryCodec line() {
        return new GeometryCodec("{%,%,%}", 3, TextCodec.ALLOWED);
    }

    static GeometryCodec circle() {
        return new GeometryCodec("<(%,%),%>", 3, TextCodec.ALLOWED);
    }

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = field.readFloat64();
        }
        return GeometryText.write(pattern, numbers);
    }

    @Override
    public void encode(String text, FieldWriter field) {
        for (double number : GeometryText.read(pattern, text)) {
            field.writeFloat64(number);
        }
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return allowed.conversion(schema);
    }

    private static String ofDebezium(Object value) {
        Struct point = (Struct) value;
        Double x = point.getFloat64("x");
        Double y = point.getFloat64("y");
        if (x == null || y == null) {
            throw new DataException("expected x and y of a point, found null");
        }
        return GeometryText.write("(%,%)", new double[] {x, y});
    }
}
