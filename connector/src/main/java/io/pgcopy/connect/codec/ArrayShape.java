/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.List;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * An array's value: its dimensions, the index at which each begins, and its elements row by row. No dimensions and
 * no elements are the empty array.
 */
record ArrayShape(List<Integer> dimensions, List<Integer> lowerBounds, List<@Nullable Object> elements) {
    /** array.h, MAXDIM. */
    static final int MAX_DIMENSIONS = 6;

    static final ArrayShape EMPTY = new ArrayShape(List.of(), List.of(), List.of());

    ArrayShape {
        if (dimensions.size() != lowerBounds.size() || dimensions.size() > MAX_DIMENSIONS) {
            throw new DataException("expected at most " + MAX_DIMENSIONS + " dimensions with a lower bound each, found "
                    + dimensions.size() + " and " + lowerBounds.size());
        }
        long count = dimensions.isEmpty() ? 0 : 1;
        for (int length : dimensions) {
            if (length < 0) {
                throw new DataException("expected a dimension of 0 or more, found " + length);
            }
            count = Math.min(count * length, Integer.MAX_VALUE);
        }
        if (count != elements.size()) {
            throw new DataException("expected " + count + " array elements, found " + elements.size());
        }
    }

    static ArrayShape list(List<@Nullable Object> elements, int lowerBound) {
        return elements.isEmpty() ? EMPTY : new ArrayShape(List.of(elements.size()), List.of(lowerBound), elements);
    }

    boolean isList(int lowerBound) {
        return dimensions.isEmpty() || (dimensions.size() == 1 && lowerBounds.get(0) == lowerBound);
    }
}
