/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/** Makes sink tasks that believe the server's tuples to be smaller than they are. */
public final class LimitedTasks {
    private LimitedTasks() {}

    public static PgCopySinkTask limitedTo(long tupleBytes) {
        return new PgCopySinkTask((stage, batch) -> {}, new TupleLimit(tupleBytes));
    }
}
