/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.row.ValueSize;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * What a record takes in memory while it is kept to be reported where it is bad: its values, whether the table has
 * a column for them or not, and the bytes that they were made of, which the worker keeps with them.
 */
final class KeptRecordSize {
    // The objects of the record and of the consumer's record behind it.
    private static final int FIXED_BYTES = 512;
    private static final int COPIES = 2;

    private KeptRecordSize() {}

    static long of(SinkRecord record) {
        long values = ValueSize.BINARY.of(record.key()) + ValueSize.BINARY.of(record.value());
        for (Header header : record.headers()) {
            values += header.key().length() + ValueSize.BINARY.of(header.value());
        }
        return COPIES * values + FIXED_BYTES;
    }
}
