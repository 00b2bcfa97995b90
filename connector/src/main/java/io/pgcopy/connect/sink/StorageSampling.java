/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.StorageConfig;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Table;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.data.Schema;

/** Makes the samplers of a task's plans, all of which share one allowance of time and one store of evidence. */
final class StorageSampling {
    private final boolean enabled;
    private final StorageEvidence evidence;
    private final ValueSampler values;

    StorageSampling(StorageConfig config, StorageEvidence evidence, LongSupplier nanoTime) {
        this.enabled = config.storage().samples();
        this.evidence = evidence;
        this.values = new ValueSampler(nanoTime);
    }

    /**
     * The sampler for records of one schema, of which these columns of the table are written.
     *
     * @param toastTupleTarget the table's own, or 0
     */
    RowSampler of(Table table, int toastTupleTarget, List<Column> columns, Schema schema) {
        if (!enabled) {
            return none();
        }
        return RowSampler.of(columns, schema, toastTupleTarget, values, column -> evidence.of(table.id(), column));
    }

    /** Looks at nothing. */
    RowSampler none() {
        return RowSampler.none(values);
    }
}
