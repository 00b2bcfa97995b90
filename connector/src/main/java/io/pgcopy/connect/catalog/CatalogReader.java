/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.catalog;

import io.pgcopy.connect.db.Row;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlResource;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The server's catalog as {@code type} has it. Types are remembered for as long as the reader lives. */
public final class CatalogReader {
    private static final SqlResource TABLES = SqlResource.named("tables");
    private static final String TABLE_BY_NAME = TABLES.where("nspname = ? AND relname = ?");
    private static final String SIZES = SqlResource.named("sizes").where("oid = ANY (CAST(? AS oid[]))");
    private static final String COLUMNS = SqlResource.named("columns").where("attrelid = ANY (CAST(? AS oid[]))");
    private static final String BLOCKS = SqlResource.named("blocks").where("root = CAST(? AS oid)");
    private static final String UNREADABLE = COLUMNS + " AND NOT may_select";

    private final Session session;
    private final TypeResolver types;

    public CatalogReader(Session session) {
        this.session = session;
        this.types = new TypeResolver(session);
    }

    /** All relations that hold rows, but for the server's own. */
    public List<Relation> relations() {
        return session.query(TABLES.all(), CatalogReader::relation);
    }

    public Optional<Relation> relation(TableId id) {
        return session.first(TABLE_BY_NAME, CatalogReader::relation, id.schema(), id.name());
    }

    /** A table with its columns, by its exact name. */
    public Optional<Table> table(TableId id) {
        return relation(id).map(this::table);
    }

    public Table table(Relation relation) {
        return tables(List.of(relation)).get(0);
    }

    /** Tables with their columns, in the order of the relations. */
    public List<Table> tables(List<Relation> relations) {
        List<String> oids = relations.stream().map(CatalogReader::oid).toList();
        Map<Integer, List<ColumnRow>> columns = session.query(COLUMNS, CatalogReader::column, oids).stream()
                .collect(Collectors.groupingBy(ColumnRow::table));
        Map<Integer, RelationSize> sizes = sizes(relations);
        types.load(columns.values().stream()
                .flatMap(List::stream)
                .map(ColumnRow::type)
                .toList());
        return relations.stream()
                .map(relation -> table(
                        relation,
                        columns.getOrDefault(relation.oid(), List.of()),
                        sizes.getOrDefault(relation.oid(), RelationSize.NONE)))
                .toList();
    }

    /** Sizes by OID; a relation that is gone has none. */
    public Map<Integer, RelationSize> sizes(List<Relation> relations) {
        List<SizeRow> rows = session.query(
                SIZES,
                row -> new SizeRow(row.oid("oid"), new RelationSize(row.int8("own_bytes"), row.int8("tree_bytes"))),
                relations.stream().map(CatalogReader::oid).toList());
        return rows.stream().collect(Collectors.toMap(SizeRow::oid, SizeRow::size));
    }

    /**
     * How much heap a relation has; none where it is a view or a foreign table.
     *
     * @param only without the tables that inherit from it
     */
    public HeapSize heap(Relation relation, boolean only) {
        return HeapSize.sum(session.query(BLOCKS + (only ? " AND is_root" : ""), CatalogReader::heap, oid(relation)));
    }

    /** Names of the columns that the role may not read. */
    public List<String> unreadableColumns(Relation relation) {
        return session.query(UNREADABLE, row -> row.text("attname"), List.of(oid(relation)));
    }

    private Table table(Relation relation, List<ColumnRow> columns, RelationSize size) {
        return new Table(
                relation.id(),
                relation.oid(),
                relation.kind(),
                resolve(columns),
                primaryKey(columns),
                size.treeBytes());
    }

    private static String oid(Relation relation) {
        return Integer.toUnsignedString(relation.oid());
    }

    private List<Column> resolve(List<ColumnRow> rows) {
        List<Column> columns = new ArrayList<>();
        for (ColumnRow row : rows) {
            columns.add(new Column(
                    row.name,
                    types.type(row.type),
                    row.typmod,
                    row.declaredType,
                    row.notNull,
                    row.hasDefault,
                    row.generated,
                    row.loose));
        }
        return columns;
    }

    private static List<String> primaryKey(List<ColumnRow> columns) {
        return columns.stream()
                .filter(column -> column.keyPosition >= 0)
                .sorted(Comparator.comparingInt(ColumnRow::keyPosition))
                .map(ColumnRow::name)
                .toList();
    }

    private static HeapSize heap(Row row) {
        return new HeapSize(row.int8("blocks"), row.int8("row_count"));
    }

    private static Relation relation(Row row) {
        return new Relation(
                new TableId(row.text("nspname"), row.text("relname")),
                row.oid("oid"),
                kind(row.text("relkind")),
                row.text("relpersistence").equals("t"),
                row.bool("relispartition"),
                row.bool("may_select"),
                row.bool("may_select_some"),
                row.bool("may_tell_apart"),
                row.bool("filtered"),
                row.texts("parents").stream().map(Integer::parseUnsignedInt).toList());
    }

    private static Table.Kind kind(String relkind) {
        return switch (relkind) {
            case "r" -> Table.Kind.TABLE;
            case "p" -> Table.Kind.PARTITIONED;
            case "v" -> Table.Kind.VIEW;
            case "m" -> Table.Kind.MATERIALIZED_VIEW;
            case "f" -> Table.Kind.FOREIGN;
            default -> throw new IllegalStateException("relkind " + relkind + " holds no rows");
        };
    }

    private static ColumnRow column(Row row) {
        return new ColumnRow(
                row.oid("attrelid"),
                row.text("attname"),
                row.oid("atttypid"),
                row.int4("atttypmod"),
                row.text("declared_type"),
                row.bool("attnotnull"),
                row.bool("has_default"),
                row.bool("is_generated"),
                row.bool("is_loose"),
                row.int4("key_position"));
    }

    private record SizeRow(int oid, RelationSize size) {}

    private record ColumnRow(
            int table,
            String name,
            int type,
            int typmod,
            String declaredType,
            boolean notNull,
            boolean hasDefault,
            boolean generated,
            boolean loose,
            int keyPosition) {}
}
