/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.db.CopyOutChannel;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads one split by one COPY, which {@link SplitOpening} has begun. Confined to one thread. It reads one
 * record ahead, since only the last one may say that the split is done.
 */
final class TableReader implements AutoCloseable {
    // What a record takes in memory besides its bytes: SourceRecord, headers, Struct, and a box and a slot a value.
    private static final int RECORD_BYTES = 160;
    private static final int VALUE_BYTES = 32;
    /** How many of the split's rows were left out so far, for their size. */
    static final String SKIPPED = "pgcopy.skipped";

    private final String split;
    private final String topic;
    private final CopyOutChannel channel;
    private final RowStream stream;
    private final SplitOffsets offsets;
    private final Schema valueSchema;
    private final int overhead;

    private @Nullable Struct ahead;
    private @Nullable Object aheadKey;
    private @Nullable Schema aheadKeySchema;
    private @Nullable Headers aheadHeaders;
    private long aheadBytes;
    private boolean aheadEndsRow;
    private long rows;
    private long bytes;

    TableReader(String split, String topic, CopyOutChannel channel, RowStream stream, SplitOffsets offsets) {
        this.split = split;
        this.topic = topic;
        this.channel = channel;
        this.stream = stream;
        this.offsets = offsets;
        this.valueSchema = stream.valueSchema();
        this.overhead = overhead(valueSchema.fields().size());
        readAhead();
    }

    /** About how many bytes of memory a record with so many fields takes besides its bytes. */
    static int overhead(int fields) {
        return RECORD_BYTES + VALUE_BYTES * fields;
    }

    /** The next record, or null after the last. */
    @Nullable
    SourceRecord next() {
        Struct value = ahead;
        if (value == null) {
            return null;
        }
        Object key = aheadKey;
        Schema keySchema = aheadKeySchema;
        Headers headers = aheadHeaders;
        bytes = aheadBytes;
        rows += aheadEndsRow ? 1 : 0;
        readAhead();
        // After the read ahead: so the last record tells of all of them.
        if (stream.skipped() > 0) {
            headers = (headers == null ? new ConnectHeaders() : headers).addLong(SKIPPED, stream.skipped());
        }
        Map<String, Object> offset = ahead == null ? offsets.done(rows) : offsets.reading();
        return new SourceRecord(
                offsets.partition(), offset, topic, null, keySchema, key, valueSchema, value, null, headers);
    }

    /** About how many bytes of memory the record takes that {@link #next} has returned last. */
    long bytes() {
        return bytes;
    }

    /** How many rows {@link #next} has returned to their end. */
    long rows() {
        return rows;
    }

    @Override
    public void close() {
        channel.close();
    }

    private void readAhead() {
        try {
            if (stream.advance()) {
                ahead = stream.value();
                aheadKeySchema = stream.keySchema();
                aheadKey = stream.key();
                aheadHeaders = stream.headers();
                aheadBytes = stream.bytes() + overhead;
                aheadEndsRow = stream.endsRow();
            } else {
                ahead = null;
            }
        } catch (DataException e) {
            throw new DataException(e.getMessage() + " (row " + (rows + 1) + " of " + split + ")", e);
        }
    }
}
