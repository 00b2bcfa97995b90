/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.metrics.StorageColumn;
import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.Storage;
import io.pgcopy.connect.type.StoredColumn;
import io.pgcopy.connect.type.ToastSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be done about one column.
 *
 * @param stored where its rows go: the table, or its first partition
 * @param wish what the transaction is to compress with, {@link Compression#UNSET} for what the session has
 * @param method what it compresses the column with
 * @param changes to the table and its partitions; none where all is well
 */
record ColumnVerdict(
        StoredColumn stored, ColumnFinding finding, Compression wish, Compression method, List<StorageChange> changes) {

    static ColumnVerdict of(
            List<StoredColumn> stored, ToastSettings settings, ColumnFinding finding, StoragePolicy policy) {
        StoredColumn first = stored.stream()
                .filter(column -> !column.partitioned())
                .findFirst()
                .orElse(stored.get(0));
        Compression wish = policy.session(first, settings, finding);
        Compression session = wish == Compression.UNSET ? settings.method() : wish;
        List<StorageChange> changes = new ArrayList<>();
        for (StoredColumn column : stored) {
            Storage wanted = policy.storage(column, session, finding);
            if (wanted != column.storage()) {
                changes.add(new StorageChange(column, wanted));
            }
        }
        return new ColumnVerdict(first, finding, wish, StoragePolicy.method(first, session), List.copyOf(changes));
    }

    /** Server CPU in milliseconds per MB that compression costs in our transactions. */
    double costMillis() {
        return stored.storage().compresses() ? StoragePolicy.spared(method, finding) : 0;
    }

    StorageColumn metric() {
        return new StorageColumn(
                finding.kind().name(),
                finding.values(),
                finding.savedShare(),
                finding.wastedShare(),
                costMillis(),
                finding.spentNanos() / 1e6,
                stored.storage().name(),
                method.name(),
                changes.isEmpty() ? "" : StorageReport.statements(changes));
    }
}
