/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.List;
import org.apache.kafka.connect.data.Field;

/**
 * What a table must have to hold rows of one shape.
 *
 * @param keys columns of the primary key of a table that is made for them; empty for none
 */
record RowNeeds(List<Field> fields, List<String> keys) {
    static final RowNeeds NOTHING = new RowNeeds(List.of(), List.of());
}
