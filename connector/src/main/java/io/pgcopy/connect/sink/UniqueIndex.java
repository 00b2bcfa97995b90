/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/**
 * A unique index by which ON CONFLICT can find a row.
 *
 * @param nullsEqual whether NULL is a value like others to it
 */
record UniqueIndex(List<String> columns, boolean nullsEqual) {
    UniqueIndex {
        columns = List.copyOf(columns);
    }

    /** Whether it is on exactly these columns, in any order. */
    boolean covers(Collection<String> names) {
        return new HashSet<>(columns).equals(new HashSet<>(names));
    }
}
