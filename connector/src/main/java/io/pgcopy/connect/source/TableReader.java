/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.db.CopyOutChannel;
import io.pgcopy.connect.db.ReadStatements;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.row.RowDecoder;
import io.pgcopy.connect.type.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads one split by one COPY, in the transaction that {@link SplitOpening} has begun. Confined to one thread.
 * It reads one row ahead, since only the last record may say that the split is done.
 */
final class TableReader implements AutoCloseable {
    // What a record takes in memory besides its bytes: SourceRecord, headers, Struct, and a box and a slot a value.
    private static final int RECORD_BYTES = 160;
    private static final int VALUE_BYTES = 32;

    private final TableSplit split;
    private final String topic;
    private final CopyOutChannel channel;
    private final CopyStreamReader stream;
    private final RowDecoder decoder;
    private final @Nullable Schema keySchema;
    private final Schema valueSchema;
    private final int overhead;

    private final String run;
    private final Map<String, Object> partition;
    private final Map<String, Object> readingOffset;

    private @Nullable Struct ahead;
    private long aheadBytes;
    private long rows;
    private long bytes;

    TableReader(Session session, TablePlan plan, TableSplit split, String run, Map<String, Object> partition) {
        this.split = split;
        this.topic = plan.topic();
        this.run = run;
        this.partition = partition;
        this.readingOffset = SourceOffset.reading(run);
        this.decoder = plan.decoder();
        this.keySchema = decoder.keySchema();
        this.valueSchema = decoder.valueSchema();
        this.overhead = RECORD_BYTES + VALUE_BYTES * decoder.columns().size();
        this.channel = session.copyOut(copyOut(split, decoder));
        this.stream = new CopyStreamReader(channel::next);
        readAhead();
    }

    /** The next record, or null after the last. */
    @Nullable
    SourceRecord next() {
        Struct row = ahead;
        if (row == null) {
            return null;
        }
        rows++;
        bytes = aheadBytes;
        readAhead();
        Map<String, Object> offset = ahead == null ? SourceOffset.done(run, rows) : readingOffset;
        return new SourceRecord(partition, offset, topic, null, keySchema, decoder.key(row), valueSchema, row);
    }

    /** About how many bytes of memory the record takes that {@link #next} has returned last. */
    long bytes() {
        return bytes;
    }

    /** How many records {@link #next} has returned. */
    long rows() {
        return rows;
    }

    @Override
    public void close() {
        channel.close();
    }

    private static String copyOut(TableSplit split, RowDecoder decoder) {
        List<String> names = new ArrayList<>();
        Set<String> asText = new HashSet<>();
        for (Column column : decoder.columns()) {
            if (decoder.asText(names.size())) {
                asText.add(column.name());
            }
            names.add(column.name());
        }
        return ReadStatements.copyOut(split.rows(), names, asText);
    }

    private void readAhead() {
        try {
            ahead = stream.nextTuple() ? decoder.decode(stream) : null;
            aheadBytes = stream.tupleBytes() + overhead;
        } catch (DataException e) {
            throw new DataException(e.getMessage() + " (row " + (rows + 1) + " of " + split + ")", e);
        }
    }
}
