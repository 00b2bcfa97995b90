/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.config.EvolutionConfig;
import io.pgcopy.connect.config.TargetConfig;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlResource;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/** Target tables as one session's catalog has them, refused where they cannot be written to. */
final class TargetCatalog implements TableLookup {
    private static final String TARGET = SqlResource.named("target").where("oid = CAST(? AS oid)");
    private static final String UNIQUES = SqlResource.named("uniques").where("indrelid = CAST(? AS oid)");
    private static final String REFERENCES = SqlResource.named("references").where("conrelid = CAST(? AS oid)");

    private record Access(boolean mayInsert, boolean rowSecurity, boolean constrainedBesideKey, int toastTupleTarget) {}

    private final Session session;
    private final CatalogReader catalog;
    private final TableEvolution evolution;

    TargetCatalog(Session session, EvolutionConfig evolution) {
        this.session = session;
        this.evolution = new TableEvolution(evolution);
        this.catalog = new CatalogReader(session);
    }

    @Override
    public TargetTable table(TargetName name, RowNeeds needs) {
        TableId id = new TableId(name.schema() == null ? currentSchema(name) : name.schema(), name.name());
        Optional<TargetTable> found = find(id);
        if (found.isEmpty() && evolution.creates() && !needs.fields().isEmpty()) {
            evolution.create(session, id, needs);
            found = find(id);
        }
        TargetTable table = found.orElseThrow(() -> evolution.creates() ? shapeless(id) : missing(id));
        return evolution.evolve(session, table, needs) ? find(id).orElseThrow(() -> missing(id)) : table;
    }

    /** Refuses a table that cannot be written to; one that is missing only where it may not be created. */
    void check(TargetName name) {
        TableId id = new TableId(name.schema() == null ? currentSchema(name) : name.schema(), name.name());
        if (find(id).isEmpty() && !evolution.creates()) {
            throw missing(id);
        }
    }

    private Optional<TargetTable> find(TableId id) {
        return catalog.relation(id).map(relation -> {
            Access access = writable(relation);
            String oid = Integer.toUnsignedString(relation.oid());
            List<UniqueIndex> uniques =
                    session.query(UNIQUES, row -> new UniqueIndex(row.texts("columns"), row.bool("nulls_equal")), oid);
            List<TableId> references =
                    session.query(REFERENCES, row -> new TableId(row.text("schema_name"), row.text("table_name")), oid);
            return new TargetTable(
                    catalog.table(relation), uniques, access.constrainedBesideKey, references, access.toastTupleTarget);
        });
    }

    private static ConnectException missing(TableId id) {
        return new ConnectException("Table " + id + " does not exist in the target database, or the role may not see"
                + " its schema: create it, set " + EvolutionConfig.CREATE + "=true, or name another table in "
                + TargetConfig.TOPICS_TO_TABLES + " or " + TargetConfig.TABLE_NAME_FORMAT + ".");
    }

    private static ConnectException shapeless(TableId id) {
        return new ConnectException("Table " + id + " does not exist in the target database, and the first record for"
                + " it is a delete or has no field, so it does not tell what columns " + EvolutionConfig.CREATE
                + "=true should make it of: create it, or begin with a record that has fields.");
    }

    private Access writable(Relation relation) {
        TableId id = relation.id();
        if (relation.kind() == Table.Kind.VIEW || relation.kind() == Table.Kind.MATERIALIZED_VIEW) {
            throw new ConnectException(id + " is a view, which COPY cannot write to: name its table instead.");
        }
        Access access = session.first(
                        TARGET,
                        row -> new Access(
                                row.bool("may_insert"),
                                row.bool("row_security"),
                                row.bool("constrained_beside_key"),
                                row.int4("toast_tuple_target")),
                        Integer.toUnsignedString(relation.oid()))
                .orElseThrow(() -> new ConnectException("Table " + id + " was dropped while it was looked up."));
        if (!access.mayInsert) {
            throw new ConnectException("The role may not insert into table " + id + ": GRANT INSERT ON it to the role"
                    + " in connection.user.");
        }
        if (access.rowSecurity) {
            throw new ConnectException("Table " + id + " has row-level security, which COPY does not support:"
                    + " use a role with BYPASSRLS or the table's owner, or another table.");
        }
        return access;
    }

    private String currentSchema(TargetName name) {
        return session.first(Statements.CURRENT_SCHEMA, row -> row.textOrNull("name") == null ? "" : row.text("name"))
                .filter(schema -> !schema.isEmpty())
                .orElseThrow(() -> new ConnectException("Table name " + name + " has no schema, and no schema of the"
                        + " role's search_path exists: write it as schema.table."));
    }
}
