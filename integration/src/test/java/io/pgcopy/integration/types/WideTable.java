/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import io.pgcopy.integration.fixture.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table with one column a type: a row of NULLs, then a row for each place in the longest list of edges. */
record WideTable(String name, List<TypeEdges> types) {
    WideTable {
        types = List.copyOf(types);
    }

    WideTable named(String other) {
        return new WideTable(other, types);
    }

    void create(Database database) {
        String columns = IntStream.range(0, types.size())
                .mapToObj(i -> column(i) + " " + types.get(i).declared())
                .collect(Collectors.joining(", "));
        database.execute("CREATE TABLE " + name + " (id int PRIMARY KEY, " + columns + ")");
    }

    void fill(Database database) {
        // So that a literal means the same whatever the server is set to.
        List<String> statements = new ArrayList<>(List.of(
                "SET standard_conforming_strings = on",
                "SET IntervalStyle = 'postgres'",
                "SET DateStyle = 'ISO, YMD'",
                "SET TimeZone = 'UTC'",
                "SET xmloption = 'content'",
                "SET array_nulls = on"));
        for (int place = -1; place < rows() - 1; place++) {
            int at = place;
            String values = types.stream().map(type -> type.literal(at)).collect(Collectors.joining(", "));
            statements.add("INSERT INTO " + name + " VALUES (" + place + ", " + values + ")");
        }
        database.execute(statements.toArray(String[]::new));
    }

    int rows() {
        return 1 + types.stream().mapToInt(type -> type.literals().size()).max().orElse(0);
    }

    /**
     * Rows that are in this table and not in the other, each column in the server's binary form: not every type has an
     * equality, and that of some (1.0 and 1.00, 30 days and 1 month) is coarser than the value. Types without a codec have
     * at times no binary form either, and are compared by what their output function writes.
     */
    List<List<String>> except(Database database, WideTable other) {
        boolean text = types.equals(TypeEdges.withoutCodec());
        String columns = database
                .rows("SELECT a.attname, t.typsend::regproc FROM pg_attribute AS a JOIN pg_type AS t"
                        + " ON t.oid = a.atttypid WHERE a.attrelid = '" + name + "'::regclass AND a.attnum > 0"
                        + " ORDER BY a.attnum")
                .stream()
                .map(row -> text || row.get(1).equals("-")
                        ? row.get(0) + "::varchar"
                        : "record_send(ROW(" + row.get(0) + ")) AS " + row.get(0))
                .collect(Collectors.joining(", "));
        return database.rows(
                "SELECT " + columns + " FROM " + name + " EXCEPT SELECT " + columns + " FROM " + other.name);
    }

    private String column(int index) {
        return "c" + index + "_" + types.get(index).declared().replaceAll("[^a-z0-9]+", "_");
    }
}
