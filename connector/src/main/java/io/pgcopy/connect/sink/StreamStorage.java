/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.TableId;

/** Looks after the storage of tables that rows are streamed to, each in a transaction of its own. */
@FunctionalInterface
interface StreamStorage {
    /** Leaves all as it is. */
    StreamStorage NONE = table -> Compression.UNSET;

    /**
     * Before a transaction that streams a row to this table: changes what is to be changed, and says what the
     * transaction is to compress with, {@link Compression#UNSET} for what the session has.
     */
    Compression before(TableId table);
}
