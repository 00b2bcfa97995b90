/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.blob.BlobAttempt;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.blob.BlobSequence;
import io.pgcopy.connect.blob.BlobSplitter;
import io.pgcopy.connect.blob.BlobToken;
import io.pgcopy.connect.config.LargeValueConfig;
import io.pgcopy.connect.metrics.SourceMetrics;
import io.pgcopy.connect.row.JsonText;
import io.pgcopy.connect.row.ValueSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** Decides how each row that does not fit in one record is cut, and numbers these rows. */
final class ChunkPlan {
    // Of a record, the part that may be repeated in every slice.
    private static final int SMALL_PART = 4;
    // Of a record, the text that is repeated rather than sent as a slice of its own.
    private static final int WORTH_CUTTING = 16;

    private final LargeColumns columns;
    private final LargeValueConfig config;
    private final RecordLimit limit;
    private final int split;
    private final long epoch;
    private final SourceMetrics metrics;
    private long counter;

    /**
     * @param split names the split in the slices' headers
     * @param epoch higher than any that the split was read with before
     */
    ChunkPlan(LargeColumns columns, RecordLimit limit, int split, long epoch, SourceMetrics metrics) {
        this.columns = columns;
        this.config = limit.config();
        this.limit = limit;
        this.split = split;
        this.epoch = epoch;
        this.metrics = metrics;
    }

    LargeColumns columns() {
        return columns;
    }

    /** Whether a row, of which the server sent so many bytes, needs no slices. */
    boolean fits(Struct row, long wireBytes) {
        return limit.size().fits(row, wireBytes);
    }

    /**
     * Begins to send a row in slices.
     *
     * @param row its first tuple, with the texts still in it; they are taken out
     * @param number the row's in the reading of its split, from one
     * @param lengths of the values that the server slices, 0 where it does not
     * @param bytes of the tuple without its slice
     */
    RowInSlices begin(Struct row, long number, long[] lengths, long bytes) {
        List<SlicedColumn> sliced = new ArrayList<>();
        long serverBytes = 0;
        long count = 0;
        for (int i = 0; i < lengths.length; i++) {
            if (lengths[i] > 0) {
                sliced.add(new SlicedColumn(columns.inServer().get(i), lengths[i]));
                serverBytes += lengths[i];
                count += (lengths[i] + config.chunkBytes() - 1) / config.chunkBytes();
            }
        }
        List<RowInSlices.Text> texts = takeTexts(row);
        long small = bytes;
        for (RowInSlices.Text text : texts) {
            sliced.add(new SlicedColumn(text.field().name(), text.splitter().bytes()));
            count += text.splitter().count();
            small -= text.splitter().bytes();
        }
        long left = limit.size().of(row);
        if (sliced.isEmpty() || left + slice() > config.recordMaxBytes()) {
            throw limit.tooLarge(row, left, " without what can be sent in slices");
        }
        metrics.rowChunked();
        BlobAttempt attempt = BlobAttempt.of(split, new BlobToken(epoch, counter++));
        BlobManifest manifest = new BlobManifest(sliced, Long.toString(number));
        return new RowInSlices(
                row,
                small,
                new BlobSequence(attempt, manifest, Math.toIntExact(count)),
                config.chunkBytes(),
                serverBytes,
                texts);
    }

    // The largest first, until what is left is small enough to be repeated in every slice.
    private List<RowInSlices.Text> takeTexts(Struct row) {
        ValueSize values = limit.size().values();
        List<Field> candidates = new ArrayList<>();
        for (String name : columns.inClient()) {
            Field field = row.schema().field(name);
            if (row.get(field) instanceof String) {
                candidates.add(field);
            }
        }
        candidates.sort(Comparator.<Field>comparingLong(field -> values.of(row.get(field)))
                .reversed());
        List<RowInSlices.Text> texts = new ArrayList<>();
        long left = limit.size().of(row);
        for (Field field : candidates) {
            String text = row.getString(field.name());
            long bytes = values.of(text);
            boolean small = left + slice() <= config.recordMaxBytes();
            if (text.isEmpty()
                    || left <= config.recordMaxBytes() / SMALL_PART
                    || (small && bytes < config.recordMaxBytes() / WORTH_CUTTING)) {
                break;
            }
            BlobSplitter splitter = split(text);
            if (splitter.bytes() > config.unsliceableMaxBytes()) {
                throw new DataException("Column " + field.name() + " holds a value of " + splitter.bytes()
                        + " bytes, more than " + LargeValueConfig.UNSLICEABLE_MAX_BYTES + " ("
                        + config.unsliceableMaxBytes() + "): raise it, or leave the column out with columns.exclude");
            }
            texts.add(new RowInSlices.Text(field, splitter));
            row.put(field, field.schema().isOptional() ? null : "");
            left -= bytes - values.of(row.get(field));
        }
        return texts;
    }

    // A slice of text takes no more room than one of bytes.
    private BlobSplitter split(String text) {
        return config.json()
                ? BlobSplitter.ofText(text, config.chunkBytes(), JsonText::ofByte, slice())
                : BlobSplitter.ofText(text, config.chunkBytes());
    }

    /** What a slice takes in a record. */
    private long slice() {
        return limit.size().values().bytes(config.chunkBytes());
    }
}
