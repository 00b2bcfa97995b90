/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * The Connect forms of an array: a list; lists of lists, which must be of equal length; and our own STRUCT, which holds
 * every array that the server can.
 */
final class ArrayForms {
    static final String DIMENSIONS = "dimensions";
    static final String LOWER_BOUNDS = "lowerBounds";
    static final String ELEMENTS = "elements";

    private ArrayForms() {}

    static <E> Optional<Function<Object, ArrayShape>> from(Schema schema, Codec<E> element, int lowerBound) {
        if (schema.type() == Schema.Type.STRUCT && LogicalTypes.isArrayStruct(schema)) {
            return fromStruct(schema, element);
        }
        if (schema.type() != Schema.Type.ARRAY || LogicalTypes.hasOwnMeaning(schema)) {
            return Optional.empty();
        }
        Optional<Function<Object, E>> plain = element.from(schema.valueSchema());
        if (plain.isPresent()) {
            return Optional.of(value -> ArrayShape.list(converted((List<?>) value, plain.get()), lowerBound));
        }
        return fromNested(schema, element, lowerBound);
    }

    static Struct toStruct(ArrayShape array, Schema schema) {
        return new Struct(schema)
                .put(DIMENSIONS, array.dimensions())
                .put(LOWER_BOUNDS, array.lowerBounds())
                .put(ELEMENTS, array.elements());
    }

    private static <E> Optional<Function<Object, ArrayShape>> fromStruct(Schema schema, Codec<E> element) {
        @Nullable Field elements = schema.field(ELEMENTS);
        if (elements == null || schema.field(DIMENSIONS) == null || schema.field(LOWER_BOUNDS) == null) {
            return Optional.empty();
        }
        return element.from(elements.schema().valueSchema()).map(conversion -> value -> {
            Struct struct = (Struct) value;
            List<Integer> dimensions = struct.getArray(DIMENSIONS);
            List<Integer> lowerBounds = struct.getArray(LOWER_BOUNDS);
            return new ArrayShape(dimensions, lowerBounds, converted(struct.getArray(ELEMENTS), conversion));
        });
    }

    private static <E> Optional<Function<Object, ArrayShape>> fromNested(
            Schema schema, Codec<E> element, int lowerBound) {
        int depth = 1;
        Schema inner = schema.valueSchema();
        while (inner.type() == Schema.Type.ARRAY && depth < ArrayShape.MAX_DIMENSIONS) {
            depth++;
            inner = inner.valueSchema();
        }
        int dimensions = depth;
        if (dimensions == 1) {
            return Optional.empty();
        }
        return element.from(inner).map(conversion -> value -> {
            List<Integer> lengths = new ArrayList<>();
            List<@Nullable Object> elements = flat((List<?>) value, dimensions, lengths);
            return elements.isEmpty()
                    ? ArrayShape.EMPTY
                    : new ArrayShape(
                            lengths,
                            lengths.stream().map(length -> lowerBound).toList(),
                            converted(elements, conversion));
        });
    }

    private static List<@Nullable Object> flat(List<?> outer, int dimensions, List<Integer> lengths) {
        List<@Nullable Object> level = new ArrayList<>(outer);
        lengths.add(level.size());
        for (int depth = 1; depth < dimensions; depth++) {
            List<@Nullable Object> next = new ArrayList<>();
            int width = -1;
            for (@Nullable Object inner : level) {
                if (inner == null) {
                    throw new DataException("expected a list inside a list of several dimensions, found null");
                }
                List<?> list = (List<?>) inner;
                if (width >= 0 && list.size() != width) {
                    throw new DataException(
                            "expected inner lists of equal length, found " + width + " and " + list.size());
                }
                width = list.size();
                next.addAll(list);
            }
            lengths.add(Math.max(width, 0));
            level = next;
        }
        return level;
    }

    private static <E> List<@Nullable Object> converted(List<?> values, Function<Object, E> conversion) {
        List<@Nullable Object> converted = new ArrayList<>(values.size());
        for (@Nullable Object value : values) {
            converted.add(value == null ? null : conversion.apply(value));
        }
        return converted;
    }
}
