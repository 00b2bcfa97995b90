/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.blob.PercentEncoding;
import io.pgcopy.connect.config.LargeValueConfig;
import io.pgcopy.connect.db.Identifier;
import io.pgcopy.connect.metrics.SourceMetrics;
import io.pgcopy.connect.row.ValueSize;
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

    private final ReadPlan plan;
    private final LargeValueConfig config;
    private final RecordSize size;
    private final SourceMetrics metrics;
    private boolean skipLogged;

    /** Whether the row is sent, and with which headers. */
    record Verdict(boolean send, @Nullable Headers headers) {}

    /** @param plan whose key columns are never sent as null */
    RecordLimit(ReadPlan plan, LargeValueConfig config, RecordSize size, SourceMetrics metrics) {
        this.plan = plan;
        this.config = config;
        this.size = size;
        this.metrics = metrics;
    }

    LargeValueConfig config() {
        return config;
    }

    RecordSize size() {
        return size;
    }

    /**
     * Decides on a row above the limit, and changes it where its values are sent as null.
     *
     * @throws DataException where the row can neither be sent nor may be left out
     */
    Verdict judge(Struct row) {
        long bytes = size.of(row);
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
        String form = config.json()
                ? "If the worker's converter does not write JSON, name it as value.converter in the connector's configuration. "
                : "";
        return new DataException(describe(row, bytes) + reason + ". " + place(row) + form + "Raise "
                + LargeValueConfig.RECORD_MAX_BYTES
                + " together with producer.override.max.request.size and the topic's max.message.bytes, "
                + (config.mode() == LargeValueConfig.Mode.CHUNK
                        ? "lower " + LargeValueConfig.CHUNK_BYTES + " so that a slice fits beside what stays whole, "
                        : "")
                + "leave the"
                + " column out with columns.exclude, or choose another " + LargeValueConfig.MODE + ".");
    }

    private Headers withNulls(Struct row, long bytes) {
        List<String> nulled = new ArrayList<>();
        long left = bytes;
        for (Field field : bySize(row)) {
            if (left <= config.recordMaxBytes()) {
                break;
            }
            if (field.schema().isOptional() && !plan.keyColumns().contains(field.name())) {
                Object value = row.get(field);
                row.put(field, null);
                left += size.values().of(null) - size.values().of(value);
                nulled.add(PercentEncoding.encode(field.name()) + ":" + ValueSize.length(value));
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
        String form = config.json() ? " as JSON writes it" : "";
        return "A row of " + plan.table().id() + " makes a record of up to " + bytes + " bytes" + form + ", more than "
                + LargeValueConfig.RECORD_MAX_BYTES + " (" + config.recordMaxBytes() + "); its largest column, "
                + largest.name() + ", has " + ValueSize.length(row.get(largest)) + " bytes";
    }

    // The key's values are the row's: who may read them asks the database.
    private String place(Struct row) {
        List<String> key = plan.keyColumns();
        Field largest = bySize(row).get(0);
        String name = largest.name();
        String length = plan.largeObjects().contains(name)
                ? "octet_length(lo_get(" + Identifier.quote(name) + "))"
                : switch (largest.schema().type()) {
                    case BYTES -> "octet_length(" + Identifier.quote(name) + ")";
                    case STRING -> "octet_length(" + Identifier.quote(name) + "::text)";
                    default -> "pg_column_size(" + Identifier.quote(name) + ")";
                };
        return (key.isEmpty() ? "It has no key. " : "Its key is in " + String.join(", ", key) + ". ")
                + "Such rows are found by SELECT " + (key.isEmpty() ? "ctid" : Identifier.quote(key)) + ", " + length
                + " FROM " + Identifier.quote(plan.table().id()) + " ORDER BY " + length + " DESC NULLS LAST. ";
    }

    private List<Field> bySize(Struct row) {
        List<Field> fields = new ArrayList<>(row.schema().fields());
        fields.sort(Comparator.<Field>comparingLong(field -> size.values().of(row.get(field)))
                .reversed());
        return fields;
    }
}
