/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.type.PgType;
import java.util.List;
import java.util.Map;

/** Types as the catalog would describe them, with the OIDs that every server has. */
final class TestTypes {
    private static final Map<String, Integer> OIDS = Map.ofEntries(
            Map.entry("bool", 16),
            Map.entry("bytea", 17),
            Map.entry("int8", 20),
            Map.entry("int2", 21),
            Map.entry("int4", 23),
            Map.entry("text", 25),
            Map.entry("float8", 701),
            Map.entry("varchar", 1043),
            Map.entry("date", 1082),
            Map.entry("timestamp", 1114),
            Map.entry("timestamptz", 1184),
            Map.entry("numeric", 1700),
            Map.entry("uuid", 2950));
    private static final Map<String, String> RANGES = Map.of(
            "int4range", "int4",
            "int8range", "int8",
            "numrange", "numeric",
            "daterange", "date",
            "tsrange", "timestamp",
            "tstzrange", "timestamptz");
    private static final List<String> EXTENSIONS =
            List.of("hstore", "ltree", "lquery", "citext", "vector", "halfvec", "sparsevec", "geometry");

    private TestTypes() {}

    static PgType named(String name) {
        if (name.startsWith("_")) {
            return new PgType.Array(0, "pg_catalog", name, named(name.substring(1)));
        }
        if (RANGES.containsKey(name)) {
            return range(name);
        }
        if (name.endsWith("multirange")) {
            return new PgType.Multirange(0, "pg_catalog", name, range(name.replace("multirange", "range")));
        }
        String schema = EXTENSIONS.contains(name) ? "public" : "pg_catalog";
        return new PgType.Scalar(OIDS.getOrDefault(name, 0), schema, name);
    }

    static Codec<?> codec(CodecRegistry registry, PgType type) {
        return codec(registry, type, -1);
    }

    static Codec<?> codec(CodecRegistry registry, PgType type, int typmod) {
        return registry.find(type, typmod).orElseThrow();
    }

    private static PgType.Range range(String name) {
        return new PgType.Range(0, "pg_catalog", name, named(RANGES.getOrDefault(name, "int4")));
    }
}
