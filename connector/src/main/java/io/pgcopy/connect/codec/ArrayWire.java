/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an array (array_send): number of dimensions, whether there are NULLs, the element type's OID, length and
 * lower bound of each dimension, then the elements, each with its own length.
 */
final class ArrayWire<E> {
    private static final int NULL = -1;
    private static final int LENGTH_BYTES = 4;

    private final Codec<E> element;
    private final int elementOid;

    ArrayWire(Codec<E> element, int elementOid) {
        this.element = element;
        this.elementOid = elementOid;
    }

    ArrayShape read(FieldReader field) {
        int dimensions = field.readInt32();
        int flags = field.readInt32();
        int oid = field.readInt32();
        if (dimensions < 0 || dimensions > ArrayShape.MAX_DIMENSIONS || (flags & ~1) != 0) {
            throw new DataException("expected an array's header, found " + dimensions + " dimensions, flags " + flags);
        }
        if (oid != elementOid) {
            throw new DataException("expected elements of type OID " + Integer.toUnsignedString(elementOid) + ", found "
                    + Integer.toUnsignedString(oid));
        }
        List<Integer> lengths = new ArrayList<>(dimensions);
        List<Integer> lowerBounds = new ArrayList<>(dimensions);
        long count = dimensions == 0 ? 0 : 1;
        for (int i = 0; i < dimensions; i++) {
            lengths.add(field.readInt32());
            lowerBounds.add(field.readInt32());
            count = Math.min(count * Math.max(0, lengths.get(i)), Integer.MAX_VALUE);
        }
        return new ArrayShape(lengths, lowerBounds, readElements(field, count));
    }

    void write(ArrayShape array, FieldWriter field) {
        field.writeInt32(array.dimensions().size());
        field.writeInt32(hasNulls(array.elements()) ? 1 : 0);
        field.writeInt32(elementOid);
        for (int i = 0; i < array.dimensions().size(); i++) {
            field.writeInt32(array.dimensions().get(i));
            field.writeInt32(array.lowerBounds().get(i));
        }
        for (@Nullable Object value : array.elements()) {
            writeElement(value, field);
        }
    }

    private List<@Nullable Object> readElements(FieldReader field, long count) {
        // Each element has at least its length: no list longer than the bytes could fill.
        if (count * LENGTH_BYTES > field.remaining()) {
            throw new DataException("expected " + count + " array elements, found " + field.remaining() + " bytes");
        }
        List<@Nullable Object> elements = new ArrayList<>((int) count);
        for (long i = 0; i < count; i++) {
            int length = field.readInt32();
            if (length == NULL) {
                elements.add(null);
            } else {
                FieldReader content = field.readField(length);
                elements.add(element.decode(content));
                content.expectEnd();
            }
        }
        return elements;
    }

    // Not contains(null), which some lists answer with an exception.
    private static boolean hasNulls(List<@Nullable Object> elements) {
        for (@Nullable Object element : elements) {
            if (element == null) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    private void writeElement(@Nullable Object value, FieldWriter field) {
        if (value == null) {
            field.writeNestedNull();
            return;
        }
        int mark = field.beginNested();
        element.encode((E) value, field);
        field.endNested(mark);
    }
}
