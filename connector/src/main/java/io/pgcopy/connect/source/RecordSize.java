/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.LargeValueConfig;
import io.pgcopy.connect.row.JsonText;
import io.pgcopy.connect.row.ValueSize;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * At most how many bytes the records of one table take when they are sent, before they are converted. Never below
 * what the converters make of them that the configuration names; of one that it does not name JSON is supposed.
 */
final class RecordSize {
    // What a broker's record has beside key and value, and the headers of ours, but for the names in them.
    private static final long RECORD = 1_024;
    // A schema of JSON: {"type":"…","optional":false,"name":"…","version":1,"doc":"…","parameters":{…},"field":"…"},
    private static final long SCHEMA = 128;
    private static final long PARAMETER = 8;
    // No value, in row and key, takes more than so many times the bytes that the server sends: bits become digits,
    // and in JSON a control character an escape.
    private static final int MOST_GROWTH = 16;

    private final ValueSize values;
    private final long maxBytes;
    private final long fixed;
    private final long names;
    private final @Nullable Schema key;

    RecordSize(LargeValueConfig config, Schema value, @Nullable Schema key) {
        this.values = config.json() ? ValueSize.JSON : ValueSize.BINARY;
        this.maxBytes = config.recordMaxBytes();
        this.fixed = RECORD + (config.json() ? schema(value) + (key == null ? 0 : schema(key)) : 0);
        this.names = value.fields().stream()
                .mapToLong(field -> values.name(field) + values.scalar())
                .sum();
        this.key = key;
    }

    ValueSize values() {
        return values;
    }

    private boolean surelyFits(long wireBytes) {
        return fixed + names + wireBytes * MOST_GROWTH <= maxBytes;
    }

    /** Whether the row fits in one record; nearly all do, and are not looked at for it. */
    boolean fits(Struct row, long wireBytes) {
        return surelyFits(wireBytes) || of(row) <= maxBytes;
    }

    /** Of the row's record, key and headers included. */
    long of(Struct row) {
        long bytes = fixed + values.of(row);
        if (key != null) {
            for (Field field : key.fields()) {
                bytes += values.name(field) + values.of(row.get(field.name()));
            }
        }
        return bytes;
    }

    private static long schema(Schema schema) {
        long bytes = SCHEMA + length(schema.name()) + length(schema.doc());
        if (schema.parameters() != null) {
            for (var parameter : schema.parameters().entrySet()) {
                bytes += PARAMETER + JsonText.bytes(parameter.getKey()) + JsonText.bytes(parameter.getValue());
            }
        }
        switch (schema.type()) {
            case STRUCT -> {
                for (Field field : schema.fields()) {
                    bytes += JsonText.bytes(field.name()) * 2 + schema(field.schema());
                }
            }
            case ARRAY -> bytes += schema(schema.valueSchema());
            case MAP -> bytes += schema(schema.keySchema()) + schema(schema.valueSchema());
            default -> {}
        }
        return bytes;
    }

    private static long length(@Nullable String text) {
        return text == null ? 0 : JsonText.bytes(text);
    }
}
