/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.catalog.StorageReader;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.StoredColumn;
import io.pgcopy.connect.type.TableId;
import io.pgcopy.connect.type.ToastSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the catalog said, at one time, of how a table's large columns are stored: each in the table itself and in
 * all its partitions.
 */
record TableStorage(TableId table, ToastSettings settings, Map<String, List<StoredColumn>> columns, long readNanos) {

    static TableStorage read(Session session, TableId table, long nowNanos) {
        StorageReader reader = new StorageReader(session);
        Map<String, List<StoredColumn>> columns = new LinkedHashMap<>();
        for (StoredColumn column : reader.columns(table)) {
            if (column.type() != null && RowSampler.isSampled(column.type())) {
                columns.computeIfAbsent(column.column(), name -> new ArrayList<>())
                        .add(column);
            }
        }
        return new TableStorage(table, reader.settings(), columns, nowNanos);
    }
}
