/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * An array of any element type that has a codec. A list in a record, where the column's arrays are lists; or a STRUCT
 * that also holds several dimensions and lower bounds, which a column's type does not tell and each value may have.
 */
final class ArrayCodec<E> implements Codec<Object> {
    private final Codec<E> element;
    private final ArrayWire<E> wire;
    private final int lowerBound;
    private final boolean struct;
    private final Schema schema;

    /** {@code name} tells apart the STRUCT schemas of different element types. */
    ArrayCodec(Codec<E> element, int elementOid, int lowerBound, @Nullable String name) {
        this.element = element;
        this.wire = new ArrayWire<>(element, elementOid);
        this.lowerBound = lowerBound;
        this.struct = name != null;
        Schema list =
                SchemaBuilder.array(FieldSchema.optional(element.schema())).build();
        this.schema = name == null ? list : structSchema(name, list);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Object decode(FieldReader field) {
        ArrayShape array = wire.read(field);
        if (struct) {
            return ArrayForms.toStruct(array, schema);
        }
        if (!array.isList(lowerBound)) {
            throw new DataException("found an array of " + array.dimensions().size() + " dimensions from "
                    + array.lowerBounds() + ", which a list cannot carry; set array.mode=struct");
        }
        return array.elements();
    }

    @Override
    public void encode(Object value, FieldWriter field) {
        wire.write(shape(value), field);
    }

    @Override
    public Optional<Function<Object, Object>> from(Schema source) {
        return ArrayForms.from(source, element, lowerBound).map(conversion -> conversion::apply);
    }

    private ArrayShape shape(Object value) {
        if (value instanceof ArrayShape shape) {
            return shape;
        }
        if (value instanceof Struct own) {
            return new ArrayShape(
                    own.getArray(ArrayForms.DIMENSIONS),
                    own.getArray(ArrayForms.LOWER_BOUNDS),
                    own.getArray(ArrayForms.ELEMENTS));
        }
        @SuppressWarnings("unchecked")
        List<@Nullable Object> list = (List<@Nullable Object>) value;
        return ArrayShape.list(list, lowerBound);
    }

    private static Schema structSchema(String name, Schema list) {
        Schema numbers = SchemaBuilder.array(Schema.INT32_SCHEMA).build();
        return SchemaBuilder.struct()
                .name(LogicalTypes.ARRAY + "." + name)
                .field(ArrayForms.DIMENSIONS, numbers)
                .field(ArrayForms.LOWER_BOUNDS, numbers)
                .field(ArrayForms.ELEMENTS, list)
                .build();
    }
}
