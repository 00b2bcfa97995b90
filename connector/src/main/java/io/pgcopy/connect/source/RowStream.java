/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What is sent of a split's rows, one record after the other. The accessors tell of the record to which
 * {@link #advance} moved last: the row loop makes no object for them.
 */
interface RowStream {
    /** Moves to the next record; false after the last. */
    boolean advance();

    /** The schema of every record's value. */
    Schema valueSchema();

    Struct value();

    @Nullable
    Schema keySchema();

    @Nullable
    Object key();

    @Nullable
    Headers headers();

    /** The record's bytes as the server sent them. */
    long bytes();

    /** Whether the record is its row's only or last one. */
    boolean endsRow();

    /** How many rows were left out so far, up to the record. */
    default long skipped() {
        return 0;
    }
}
