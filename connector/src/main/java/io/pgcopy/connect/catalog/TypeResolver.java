/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.catalog;

import io.pgcopy.connect.db.Row;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlResource;
import io.pgcopy.connect.type.PgType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** OIDs of one server's {@code pg_type} into {@link PgType}s, read when first asked for and kept for the session. */
final class TypeResolver {
    private static final String BY_OID = SqlResource.named("types").where("oid = ANY (CAST(? AS oid[]))");

    private final Session session;
    private final Map<Integer, TypeRow> rows = new HashMap<>();
    private final Map<Integer, PgType> types = new HashMap<>();

    TypeResolver(Session session) {
        this.session = session;
    }

    /** Reads what is not known yet, level by level: a type, what it is made of, and so on. */
    void load(Collection<Integer> oids) {
        Set<Integer> wanted = new TreeSet<>(oids);
        wanted.removeAll(rows.keySet());
        while (!wanted.isEmpty()) {
            List<TypeRow> found = session.query(BY_OID, TypeResolver::read, unsigned(wanted));
            wanted.clear();
            for (TypeRow row : found) {
                rows.put(row.oid, row);
                wanted.addAll(row.parts());
            }
            wanted.removeAll(rows.keySet());
        }
    }

    PgType type(int oid) {
        PgType known = types.get(oid);
        if (known == null) {
            load(List.of(oid));
            TypeRow row = rows.get(oid);
            if (row == null) {
                throw new IllegalStateException("type with OID " + Integer.toUnsignedString(oid) + " is gone");
            }
            known = build(row);
            types.put(oid, known);
        }
        return known;
    }

    private PgType build(TypeRow row) {
        return switch (row.kind) {
            case "e" -> new PgType.Enum(row.oid, row.schema, row.name, row.labels);
            case "d" -> new PgType.Domain(row.oid, row.schema, row.name, type(row.base), row.typmod, row.declaredBase);
            case "c" -> new PgType.Composite(row.oid, row.schema, row.name, attributes(row));
            case "r" -> new PgType.Range(row.oid, row.schema, row.name, type(row.subtype));
            case "m" -> new PgType.Multirange(row.oid, row.schema, row.name, (PgType.Range) type(row.multirangeOf));
            default ->
                row.element == 0
                        ? new PgType.Scalar(row.oid, row.schema, row.name, session.serverMajorVersion())
                        : new PgType.Array(row.oid, row.schema, row.name, type(row.element));
        };
    }

    private List<PgType.Attribute> attributes(TypeRow row) {
        List<PgType.Attribute> attributes = new ArrayList<>();
        for (RowAttribute attribute : row.attributes) {
            attributes.add(new PgType.Attribute(
                    attribute.name, type(attribute.type), attribute.typmod, attribute.declaredType));
        }
        return List.copyOf(attributes);
    }

    private static List<String> unsigned(Collection<Integer> oids) {
        return oids.stream().map(Integer::toUnsignedString).collect(Collectors.toList());
    }

    private static TypeRow read(Row row) {
        return new TypeRow(
                row.oid("oid"),
                row.text("nspname"),
                row.text("typname"),
                row.text("typtype"),
                row.oid("element"),
                row.oid("typbasetype"),
                row.int4("typtypmod"),
                row.text("declared_base"),
                row.oid("subtype"),
                row.oid("multirange_of"),
                row.texts("labels"),
                readAttributes(row));
    }

    private static List<RowAttribute> readAttributes(Row row) {
        List<String> names = row.texts("attribute_names");
        List<String> types = row.texts("attribute_types");
        List<String> typmods = row.texts("attribute_typmods");
        List<String> declared = row.texts("attribute_declared_types");
        List<RowAttribute> attributes = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            attributes.add(new RowAttribute(
                    names.get(i),
                    Integer.parseUnsignedInt(types.get(i)),
                    Integer.parseInt(typmods.get(i)),
                    declared.get(i)));
        }
        return attributes;
    }

    private record RowAttribute(String name, int type, int typmod, String declaredType) {}

    private record TypeRow(
            int oid,
            String schema,
            String name,
            String kind,
            int element,
            int base,
            int typmod,
            String declaredBase,
            int subtype,
            int multirangeOf,
            List<String> labels,
            List<RowAttribute> attributes) {

        /** OIDs of the types that this one is made of. */
        List<Integer> parts() {
            List<Integer> parts = new ArrayList<>();
            for (int oid : new int[] {element, base, subtype, multirangeOf}) {
                if (oid != 0) {
                    parts.add(oid);
                }
            }
            attributes.forEach(attribute -> parts.add(attribute.type));
            return parts;
        }
    }
}
