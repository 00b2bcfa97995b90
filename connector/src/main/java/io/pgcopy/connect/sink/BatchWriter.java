/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/** Writes a batch so that it is in the database as a whole, or not at all. Runs on the flusher's thread. */
interface BatchWriter {
    /**
     * Returns when the batch is committed.
     *
     * @throws io.pgcopy.connect.db.DatabaseException where it is not, or where that is not known
     */
    void write(Batch batch);

    /** Gives up what was under way, from any thread: the next {@link #write} begins anew. */
    void abort();

    /** The last call, when no thread writes any more. */
    default void close() {}
}
