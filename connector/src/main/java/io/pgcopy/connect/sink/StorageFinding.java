/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/** What a column's values have shown of the server's compression. */
enum StorageFinding {
    /** Too few values were looked at. */
    UNKNOWN,
    /** The server works on values and throws the result away; it saves next to nothing. */
    WASTED,
    /** Enough bytes are saved. */
    PAYS,
    /** The server gives up at once: compression costs nothing and saves nothing. */
    IDLE,
    /** A little is saved, at a price: neither clearly good nor bad. */
    MIXED
}
