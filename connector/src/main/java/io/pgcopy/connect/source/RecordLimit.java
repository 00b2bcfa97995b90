/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.LargeValueConfig;
import io.pgcopy.connect.metrics.SourceMetrics;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of a row that is too large for a record and is not cut into slices. */
final class RecordLimit {
    private static final Logger LOG = LoggerFactory.getLogger(RecordLimit.class);
    /** Names and sizes of the values that were sent as null: {@code photo:1234567,scan:2345678}. */
    static final String NULLED = "pgcopy.nulled";

    private final TableId table;
    private final LargeValueConfig config;
    private final List<String> keyColumns;
    private final SourceMetrics metrics;
    private boolean skipLogged;

    /** Whether the row is sent, and with which headers. */
    record Verdict(boolean send, @Nullable Headers headers) {}

    /** @param keyColumns columns that are never sent as null */
    RecordLimit(TableId table, LargeValueConfig config, List<String> keyColumns, SourceMetrics metrics) {
        this.table = table;
        this.config = config;
        this.keyColumns = List.copyOf(keyColumns);
        this.metrics = metrics;
    }

    LargeValueConfig config() {
        return config;
    }

    long maxBytes() {
        return config.recordMaxBytes();
    }

    /**
     * Decides on a row above the limit, and changes it where its values are sent as null.
     *
     * @throws DataException where the row can neither be sent nor may be left out
     */
    Verdict judge(Struct row, long bytes) {
        return switch (config.mode()) {
            case FAIL, CHUNK -> throw tooLarge(row, bytes, "");
            case NULL -> new Verdict(true, withNulls(row, bytes));
            case SKIP_ROW -> {
                metrics.rowSkipped();
                if (!skipLogged) {
                    skipLogged = true;
                    LOG.warn(
                            "{}: it is not sent, nor is any such row after it; the metric RowsSkipped counts them",
                            describe(row, bytes));
                }
                yield new Verdict(false, null);
            }
        };
    }

    DataException tooLarge(Struct row, long bytes, String reason) {
        return new DataException(describe(row, bytes) + reason + ". Raise " + LargeValueConfig.RECORD_MAX_BYTES
                + " together with producer.override.max.request.size and the topic's max.message.bytes, leave the"
                + " column out with columns.exclude, or choose another " + LargeValueConfig.MODE + ".");
    }

    private Headers withNulls(Struct row, long bytes) {
        List<String> nulled = new ArrayList<>();
        long left = bytes;
        for (Field field : bySize(row)) {
            if (left <= config.recordMaxBytes()) {
                break;
            }
            if (field.schema().isOptional() && !keyColumns.contains(field.name())) {
                long size = ValueSize.of(row.get(field));
                row.put(field, null);
                left -= size;
                nulled.add(field.name() + ":" + size);
            }
        }
        if (left > config.recordMaxBytes()) {
            throw tooLarge(row, left, " even with its nullable columns as null");
        }
        metrics.rowNulled();
        return new ConnectHeaders().addString(NULLED, String.join(",", nulled));
    }

    private String describe(Struct row, long bytes) {
        Field largest = bySize(row).get(0);
        return "A row of " + table + " takes " + bytes + " bytes, more than " + LargeValueConfig.RECORD_MAX_BYTES + " ("
                + config.recordMaxBytes() + "), " + ValueSize.of(row.get(largest)) + " of them in column "
                + largest.name();
    }

    private static List<Field> bySize(Struct row) {
        List<Field> fields = new ArrayList<>(row.schema().fields());
        fields.sort(Comparator.<Field>comparingLong(field -> ValueSize.of(row.get(field)))
                .reversed());
        return fields;
    }
}
