/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.Backoff;
import io.pgcopy.connect.config.RetryConfig;
import io.pgcopy.connect.config.WriteConfig;
import io.pgcopy.connect.config.WriteConfig.InsertMode;
import io.pgcopy.connect.config.WriteConfig.PkMode;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.metrics.SinkMetrics;
import io.pgcopy.connect.row.SchemaMismatchException;
import io.pgcopy.connect.type.Printable;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** Turns one record into a row of a batch, and says of which record an error is. */
final class RecordEncoder {
    private final WriteConfig config;
    private final TablePlans plans;
    private final ErrantRecords errants;
    private final RetryConfig retry;
    private final SinkMetrics metrics;
    private @Nullable Backoff outage;

    RecordEncoder(WriteConfig config, TablePlans plans, ErrantRecords errants, RetryConfig retry, SinkMetrics metrics) {
        this.config = config;
        this.plans = plans;
        this.errants = errants;
        this.retry = retry;
        this.metrics = metrics;
    }

    /**
     * Adds the record to the batch, or reports it. False where the batch must be written before.
     *
     * @throws DataException where the record cannot be a row of its table, and nobody is there to report it to
     * @throws RetriableException where the table could not be looked up for now
     */
    boolean encode(SinkRecord record, Batch batch) {
        try {
            Change change = Change.of(record, config.envelope());
            boolean nothing = record.value() == null && record.key() == null;
            if (change.row() == null && !config.deleteEnabled() && !nothing) {
                metrics.tombstoneSkipped();
                batch.pass(RecordPosition.of(record));
                return true;
            }
            return add(change.row(), record, batch);
        } catch (SchemaMismatchException e) {
            // Every record of the schema would be refused, and be good again when the table is.
            throw new ConnectException(located(record, e).getMessage(), e);
        } catch (DataException e) {
            errants.report(record, located(record, e), batch);
            batch.pass(RecordPosition.of(record));
            return true;
        } catch (DatabaseException e) {
            throw lookupFailed(RecordPosition.of(record), e);
        }
    }

    /** Reports a record that is no row at all. */
    void refuse(SinkRecord record, DataException error, Batch batch) {
        errants.reportItself(record, located(record, error), batch);
    }

    private static DataException located(SinkRecord record, DataException error) {
        return new DataException("Record of " + RecordPosition.of(record) + ": " + error.getMessage(), error);
    }

    /** How the row of a record is written, for one that does not go into a batch. */
    TablePlan plan(SinkRecord record) {
        try {
            return plans.plan(record.topic(), record.valueSchema(), keySchema(record));
        } catch (SchemaMismatchException e) {
            throw new ConnectException(located(record, e).getMessage(), e);
        }
    }

    /** How an upsert can delete the row of a record's key; null where the key does not tell which it is. */
    @Nullable
    TablePlan deletes(SinkRecord record) {
        Schema key = keySchema(record);
        if (key == null || config.insertMode() != InsertMode.UPSERT || config.pkMode() != PkMode.RECORD_KEY) {
            return null;
        }
        return plans.deletes(record.topic(), record.valueSchema(), key);
    }

    private static @Nullable Schema keySchema(SinkRecord record) {
        return record.key() == null ? null : record.keySchema();
    }

    /** Takes note that a record's row, which was written, came in slices of these columns. */
    void sliced(SinkRecord record, Collection<String> columns) {
        TablePlan plan = plans.known(record.topic(), record.valueSchema(), keySchema(record));
        if (plan != null) {
            plan.sampler().sliced(columns);
        }
    }

    void invalidate() {
        plans.invalidate();
    }

    private boolean add(@Nullable Struct row, SinkRecord record, Batch batch) {
        Schema key = keySchema(record);
        if (row == null && key == null) {
            throw new DataException("record has neither a value nor a key, so there is no row that it could delete");
        }
        TablePlan plan = plans.plan(record.topic(), row == null ? null : row.schema(), key);
        outage = null;
        Set<String> unavailable = row == null ? Set.of() : plan.unavailable().in(row);
        if (row == null || unavailable.isEmpty()) {
            return batch.add(plan, plan.rows().row(row, record), record);
        }
        Struct known = known(row, unavailable);
        TablePlan others = plans.plan(record.topic(), known.schema(), key);
        return batch.add(others, others.rows().row(known, record), record);
    }

    // What an update has not been told it need not write. A whole row cannot be made of it.
    private Struct known(Struct row, Set<String> unavailable) {
        if (config.insertMode() == InsertMode.UPDATE) {
            return UnavailableValues.without(row, unavailable);
        }
        throw new DataException("the source was not told the value of "
                + unavailable.stream().map(Printable::text).collect(Collectors.joining(", "))
                + ", since an update left it as it was, and sent a placeholder (" + WriteConfig.UNAVAILABLE
                + "): set REPLICA IDENTITY FULL for the table at the source, or Debezium's post-processor that reads"
                + " such columns again; or " + WriteConfig.INSERT_MODE + "=update, which leaves the column alone");
    }

    private ConnectException lookupFailed(RecordPosition position, DatabaseException e) {
        String message = "Looking up the table for " + position + " failed: " + e.getMessage();
        Backoff since = outage == null ? new Backoff(retry) : outage;
        outage = since;
        boolean again = e.outcome().retriable() && since.next().isPresent();
        return again ? new RetriableException(message, e) : new ConnectException(message, e);
    }
}
