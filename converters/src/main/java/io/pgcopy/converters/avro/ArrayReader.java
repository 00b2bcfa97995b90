/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An array's blocks of elements. */
record ArrayReader(ValueReader elements, boolean elementsTakeBytes) implements ValueReader {
    @Override
    public Object read(AvroInput in) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int count = in.readBlockCount(elementsTakeBytes);
                count > 0;
                count = in.readBlockCount(elementsTakeBytes)) {
            for (int i = 0; i < count; i++) {
                if (!elementsTakeBytes) {
                    in.claimObject();
                }
                list.add(elements.read(in));
            }
        }
        return list;
    }
}
