/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.RetryConfig;
import io.pgcopy.connect.db.DatabaseException;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** Turns one record into a row of a batch, and says of which record an error is. */
final class RecordEncoder {
    private final TablePlans plans;
    private final RetryConfig retry;
    private @Nullable Backoff outage;
    private long tombstones;

    RecordEncoder(TablePlans plans, RetryConfig retry) {
        this.plans = plans;
        this.retry = retry;
    }

    /**
     * Adds the record to the batch.
     *
     * @throws DataException where the record cannot be a row of its table; the batch is then as it was
     * @throws RetriableException where the table could not be looked up for now
     */
    void encode(SinkRecord record, Batch batch) {
        RecordPosition position = RecordPosition.of(record);
        try {
            if (record.value() == null) {
                tombstones++;
                batch.pass(position);
            } else {
                Struct value = struct(record);
                batch.add(plans.plan(record.topic(), value.schema()), value, position);
                outage = null;
            }
        } catch (DataException e) {
            throw new DataException("Record of " + position + ": " + e.getMessage(), e);
        } catch (DatabaseException e) {
            throw lookupFailed(position, e);
        }
    }

    /** Tombstones seen and left out. */
    long tombstones() {
        return tombstones;
    }

    void invalidate() {
        plans.invalidate();
    }

    private ConnectException lookupFailed(RecordPosition position, DatabaseException e) {
        String message = "Looking up the table for " + position + " failed: " + e.getMessage();
        Backoff since = outage == null ? new Backoff(retry) : outage;
        outage = since;
        boolean again = e.outcome().retriable() && since.mayRetry();
        return again ? new RetriableException(message, e) : new ConnectException(message, e);
    }

    private static Struct struct(SinkRecord record) {
        if (record.value() instanceof Struct struct) {
            return struct;
        }
        throw new DataException("expected a value with a schema (a Struct), found "
                + (record.valueSchema() == null
                        ? "one without a schema: use a converter that carries schemas,"
                                + " such as JsonConverter with schemas.enable=true, Avro or Protobuf"
                        : "schema type " + record.valueSchema().type()
                                + ": a transformation such as HoistField makes a Struct of it"));
    }
}
