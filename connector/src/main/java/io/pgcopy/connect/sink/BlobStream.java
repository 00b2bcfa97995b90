/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.nio.ByteBuffer;

/** A row under way to the server within a transaction of its own: first its slices, in order, then its end. */
interface BlobStream {
    void append(ByteBuffer slice);

    /** All slices are sent: the row goes into its table. */
    void finish();
}
