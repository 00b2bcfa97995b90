/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/**
 * An array of any element type that has a codec. A list in a record, where the column's arrays are lists; or a STRUCT
 * that also holds several dimensions and lower bounds, which a column's type does not tell and each value may have.
 */
final class ArrayCodec<E> implements Codec<Object> {
    private final Codec<E> element;
    private final ArrayWire<E> wire;
    private final int elementOid;
    private final int lowerBound;
    private final Schema schema;

    private ArrayCodec(Codec<E> element, int elementOid, int lowerBound, Schema schema) {
        this.element = element.within(elementSchema(schema));
        this.wire = new ArrayWire<>(this.element, elementOid);
        this.elementOid = elementOid;
        this.lowerBound = lowerBound;
        this.schema = schema;
    }

    /** Arrays as lists. */
    static <E> ArrayCodec<E> list(Codec<E> element, int elementOid, int lowerBound) {
        return new ArrayCodec<>(element, elementOid, lowerBound, listSchema(element));
    }

    /** Arrays as STRUCT; {@code name} tells apart those of different element types. */
    static <E> ArrayCodec<E> struct(Codec<E> element, int elementOid, String name) {
        return new ArrayCodec<>(element, elementOid, 1, structSchema(name, listSchema(element)));
    }

    @Override
    public Codec<Object> within(Schema field) {
        return new ArrayCodec<>(element, elementOid, lowerBound, field);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Object decode(FieldReader field) {
        ArrayShape array = wire.read(field);
        if (schema.type() == Schema.Type.STRUCT) {
            return ArrayForms.toStruct(array, schema);
        }
        if (!array.isList(lowerBound)) {
            throw new DataException("found an array of several dimensions or of another lower bound than " + lowerBound
                    + ", which a list cannot carry; set array.mode=struct");
        }
        return array.elements();
    }

    @Override
    public void encode(Object value, FieldWriter field) {
        ArrayShape shape = (ArrayShape) value;
        if (lowerBound == 0 && shape.elements().isEmpty()) {
            throw new DataException("an empty vector cannot be written: PostgreSQL sends it but does not receive it");
        }
        wire.write(shape, field);
    }

    @Override
    public Optional<Function<Object, Object>> from(Schema source) {
        return ArrayForms.from(source, element, lowerBound).map(conversion -> conversion::apply);
    }

    private static Schema listSchema(Codec<?> element) {
        return SchemaBuilder.array(FieldSchema.optional(element.schema())).build();
    }

    private static Schema elementSchema(Schema array) {
        return array.type() == Schema.Type.ARRAY
                ? array.valueSchema()
                : array.field(ArrayForms.ELEMENTS).schema().valueSchema();
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
