/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.Collection;
import java.util.List;

/** An array as one block of elements. */
record ArrayWriter(NullableWriter elements) implements ValueWriter {
    @Override
    public void write(Object value, AvroOutput out) {
        Collection<?> list = ScalarWriters.cast(List.class, value);
        if (!list.isEmpty()) {
            out.writeLong(list.size());
            for (Object element : list) {
                elements.write(element, out);
            }
        }
        out.writeLong(0);
    }
}
