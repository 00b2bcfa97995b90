/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.row.RowDecoder;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/** One record a row. */
final class PlainRows implements RowStream {
    private final CopyStreamReader tuples;
    private final RowDecoder decoder;
    private final @Nullable Schema keySchema;
    private final RecordLimit limit;

    private @Nullable Struct row;
    private @Nullable Headers headers;
    private long skipped;

    PlainRows(CopyStreamReader tuples, RowDecoder decoder, RecordLimit limit) {
        this.tuples = tuples;
        this.decoder = decoder;
        this.keySchema = decoder.keySchema();
        this.limit = limit;
    }

    @Override
    public boolean advance() {
        while (tuples.nextTuple()) {
            Struct next = decoder.decode(tuples);
            headers = null;
            row = next;
            if (limit.size().fits(next, tuples.tupleBytes())) {
                return true;
            }
            RecordLimit.Verdict verdict = limit.judge(next);
            if (verdict.send()) {
                headers = verdict.headers();
                return true;
            }
            skipped++;
        }
        row = null;
        return false;
    }

    @Override
    public Schema valueSchema() {
        return decoder.valueSchema();
    }

    @Override
    public Struct value() {
        if (row == null) {
            throw new IllegalStateException("no record here");
        }
        return row;
    }

    @Override
    public @Nullable Schema keySchema() {
        return keySchema;
    }

    @Override
    public @Nullable Object key() {
        return decoder.key(value());
    }

    @Override
    public @Nullable Headers headers() {
        return headers;
    }

    @Override
    public long bytes() {
        return tuples.tupleBytes();
    }

    @Override
    public boolean endsRow() {
        return true;
    }

    @Override
    public long skipped() {
        return skipped;
    }
}
