/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.type.Storage;
import io.pgcopy.connect.type.StoredColumn;

/** A column of one table, or of one partition, and the storage that would suit it better. */
record StorageChange(StoredColumn column, Storage wanted) {

    String statement() {
        return Statements.setStorage(column, wanted);
    }

    /** What takes the change back. */
    String undo() {
        return Statements.setStorage(column, column.storage());
    }
}
