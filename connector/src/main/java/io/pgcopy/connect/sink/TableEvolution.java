/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.EvolutionConfig;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.DdlStatements;
import io.pgcopy.connect.db.DdlStatements.ColumnDefinition;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.Printable;
import io.pgcopy.connect.type.TableId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates tables and adds columns, where the settings allow it. Several tasks may try the same at once: whoever
 * comes second finds it done.
 */
final class TableEvolution {
    private static final Logger LOG = LoggerFactory.getLogger(TableEvolution.class);
    // What a second one meets: relation, column, type or the catalog's own index entry is there already.
    private static final Set<String> DONE_BY_ANOTHER = Set.of("42P07", "42701", "42710", "23505");

    private final EvolutionConfig config;

    TableEvolution(EvolutionConfig config) {
        this.config = config;
    }

    boolean creates() {
        return config.create();
    }

    /** Creates a table for rows of this shape. */
    void create(Session session, TableId table, RowNeeds needs) {
        List<ColumnDefinition> columns = new ArrayList<>();
        for (Field field : needs.fields()) {
            columns.add(column(session, table, field, needs.keys().contains(field.name())));
        }
        run(session, DdlStatements.create(table, columns, needs.keys()));
        LOG.info("Created table {} with {} columns", table, columns.size());
    }

    /** Adds the columns that rows of this shape need; false where none is missing or none may be added. */
    boolean evolve(Session session, TargetTable target, RowNeeds needs) {
        if (!config.evolve()) {
            return false;
        }
        TableId table = target.table().id();
        List<ColumnDefinition> missing = new ArrayList<>();
        for (Field field : needs.fields()) {
            if (!target.has(field.name())) {
                missing.add(added(session, table, field));
            }
        }
        if (missing.isEmpty()) {
            return false;
        }
        run(session, DdlStatements.add(table, missing));
        LOG.info("Added {} columns to table {}", missing.size(), table);
        return true;
    }

    private static ColumnDefinition added(Session session, TableId table, Field field) {
        ColumnDefinition column = column(session, table, field, false);
        if (column.notNull() && column.defaultValue() == null) {
            throw new DataException(table + " has no column for the required field " + Printable.text(field.name())
                    + ", and one that is NOT NULL without a default cannot be added to rows that are there: give the"
                    + " field a default, make it optional, or add the column by hand");
        }
        return column;
    }

    private static ColumnDefinition column(Session session, TableId table, Field field, boolean key) {
        ColumnTypes types = new ColumnTypes(type -> knows(session, type));
        try {
            Schema schema = field.schema();
            boolean notNull = key || !schema.isOptional();
            return new ColumnDefinition(field.name(), types.of(schema), notNull, literal(schema.defaultValue()));
        } catch (DataException e) {
            throw new DataException(table + " column " + Printable.text(field.name()) + ": " + e.getMessage(), e);
        }
    }

    private static boolean knows(Session session, String type) {
        try {
            return session.first(DdlStatements.TYPE_EXISTS, row -> row.bool("found"), type)
                    .orElse(false);
        } catch (DatabaseException e) {
            if (e.sqlState().startsWith("42") || e.sqlState().startsWith("22")) {
                LOG.debug("{} is no type's name to the server: {}", type, e.getMessage());
                return false;
            }
            throw e;
        }
    }

    // Defaults of other types have no text that is the same everywhere; a record carries the value itself.
    private static @Nullable String literal(@Nullable Object value) {
        boolean plain = value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof Byte
                || value instanceof BigDecimal;
        return plain ? String.valueOf(value) : null;
    }

    private static void run(Session session, String statement) {
        session.execute(DdlStatements.BEGIN);
        try {
            session.execute(statement);
            session.commit();
        } catch (DatabaseException e) {
            if (!DONE_BY_ANOTHER.contains(e.sqlState())) {
                throw e;
            }
            session.rollback();
        }
    }
}
