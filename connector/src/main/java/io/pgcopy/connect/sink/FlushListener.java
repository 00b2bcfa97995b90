/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/** Hears how far a flush is, on the flusher's thread. */
@FunctionalInterface
interface FlushListener {
    /** Steps of a flush's transaction, in their order. */
    enum Stage {
        /** The rows are sent and accepted. */
        WRITTEN,
        /** The offsets are moved. */
        ADVANCED,
        /** The server has answered the COMMIT. */
        COMMITTED
    }

    void reached(Stage stage, Batch batch);
}
