/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array's blocks of elements.
 *
 * @param elementBytes heap that one element takes
 */
record ArrayReader(ValueReader elements, long elementBytes) implements ValueReader {
    @Override
    public Object read(AvroInput in) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int count = in.readBlockCount(elementBytes); count > 0; count = in.readBlockCount(elementBytes)) {
            for (int i = 0; i < count; i++) {
                list.add(elements.read(in));
            }
        }
        return list;
    }
}
