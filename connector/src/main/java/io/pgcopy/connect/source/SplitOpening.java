/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.db.ReadStatements;
import io.pgcopy.connect.db.Session;
import org.apache.kafka.connect.errors.ConnectException;

/** Begins the reading of a split: transaction, lock, snapshot, plan; in this order. */
final class SplitOpening {
    private final SourceConfig config;
    private final String database;

    SplitOpening(SourceConfig config, String database) {
        this.config = config;
        this.database = database;
    }

    /** The reader is to be closed before the transaction is ended. */
    TableReader open(Session session, TableSplit split) {
        CatalogReader catalog = new CatalogReader(session);
        Relation relation = catalog.relation(split.table())
                .orElseThrow(() -> new ConnectException("Table " + split.table()
                        + " does not exist any more. Restart the connector to read the tables that there are."));
        session.execute(ReadStatements.beginRead(relation.kind()));
        session.execute(ReadStatements.lock(split.rows(), relation.kind()));
        TablePlan plan = TablePlan.of(catalog.table(relation), config, database);
        return new TableReader(session, plan, split, config.runs().id(), SourceOffset.partition(database, split));
    }
}
