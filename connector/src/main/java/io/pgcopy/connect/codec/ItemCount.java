/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import org.apache.kafka.connect.errors.DataException;

/** The count of items at the head of a value; how many there really are, their bytes say. */
final class ItemCount {
    private ItemCount() {}

    static int read(FieldReader field, String items) {
        int count = field.readInt32();
        if (count < 0) {
            throw new DataException("expected a count of " + items + ", found " + count);
        }
        return count;
    }
}
