/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.List;
import org.apache.kafka.connect.errors.DataException;

/**
 * Rows of a batch that were put together from several records cannot be written. What is to be reported are these
 * records, and they are in Kafka alone: they are read again for it, those of all rows at once.
 */
final class RefusedRowsException extends DataException {
    private static final long serialVersionUID = 1L;

    private final transient List<RefusedRow> rows;

    /** @param rows at least one */
    RefusedRowsException(List<RefusedRow> rows) {
        super(rows.size() + " rows that came in slices are refused, the first one since: "
                + rows.get(0).reason());
        this.rows = List.copyOf(rows);
    }

    List<RefusedRow> rows() {
        return rows;
    }
}
