/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One table with a column a type, and rows that go to each type's edges: literals as SQL writes them. */
public final class TypesTable {

    /** A type and values that hurt: each becomes a row's value, shorter lists are filled up with NULL. */
    private record Edge(String type, List<String> literals) {
        static Edge of(String type, String... literals) {
            return new Edge(type, List.of(literals));
        }
    }

    private static final List<Edge> EDGES = List.of(
            Edge.of("bool", "true", "false"),
            Edge.of("int2", "-32768", "0", "32767"),
            Edge.of("int4", "-2147483648", "0", "2147483647"),
            Edge.of("int8", "-9223372036854775808", "0", "9223372036854775807"),
            Edge.of("float4", "NaN", "Infinity", "-Infinity", "-0", "3.4028235e38", "1e-45", "0.1"),
            Edge.of("float8", "NaN", "Infinity", "-Infinity", "-0", "1.7976931348623157e308", "5e-324", "0.1"),
            Edge.of(
                    "numeric",
                    "0",
                    "0.00",
                    "NaN",
                    "Infinity",
                    "-Infinity",
                    "-1.10",
                    "123456789012345678901234567890.123456789",
                    "1e-30",
                    "1e40"),
            Edge.of("numeric(12,2)", "0", "-9999999999.99", "9999999999.99", "0.10", "100"),
            Edge.of("text", "", "a", "Grüße, 世界 🐘", "line\nbreak\ttab\\backslash", "\"quoted\" 'twice'"),
            Edge.of("varchar(20)", "", "twenty characters !!", "ünï"),
            Edge.of("char(5)", "", "ab", "abcde"),
            Edge.of("name", "", "a_name"),
            Edge.of("bytea", "\\x", "\\x00", "\\x00ff5c27220a0d", "\\xdeadbeef"),
            Edge.of("date", "epoch", "-infinity", "infinity", "0001-01-01 BC", "2000-02-29", "5874897-12-31"),
            Edge.of("time", "00:00:00", "23:59:59.999999", "24:00:00", "12:34:56.789"),
            Edge.of("timetz", "00:00:00+00", "23:59:59.999999-12", "24:00:00+14", "12:00:00+05:45"),
            Edge.of(
                    "timestamp",
                    "epoch",
                    "-infinity",
                    "infinity",
                    "4713-01-01 00:00:00 BC",
                    "294246-12-31 23:59:59.999999",
                    "1969-12-31 23:59:59.999999"),
            Edge.of(
                    "timestamptz",
                    "epoch",
                    "-infinity",
                    "infinity",
                    "2026-03-29 02:30:00+02",
                    "294246-12-31 23:59:59.999999+00",
                    "1900-01-01 00:00:00.000001+00"),
            Edge.of("uuid", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"),
            Edge.of("json", "null", "{\"b\": 1,  \"a\": [1, 2.50, \"\\u00fc\"]}", "\"text\""),
            Edge.of("jsonb", "null", "{\"b\": 1, \"a\": [1, 2.50, \"ü\"]}", "12345678901234567890.10"));

    private TypesTable() {}

    /** {@code CREATE TABLE} with an integer key, one column a type, and a column that is never null. */
    public static String create(String quotedTable) {
        List<String> columns = new ArrayList<>();
        for (int index = 0; index < EDGES.size(); index++) {
            columns.add(column(index) + " " + EDGES.get(index).type());
        }
        return "CREATE TABLE " + quotedTable + " (id int PRIMARY KEY, " + String.join(", ", columns) + ", "
                + "always text NOT NULL DEFAULT 'x')";
    }

    /** One {@code INSERT}: a row of NULLs first, then a row for each place in the longest list of edges. */
    public static String insert(String quotedTable) {
        return insert(quotedTable, literal -> true);
    }

    /**
     * The same without what Kafka's JsonConverter itself cannot carry: it writes NaN and the infinities of a float as
     * texts and reads them as 0, and takes the sign from a negative zero.
     */
    public static String insertForJson(String quotedTable) {
        return insert(quotedTable, literal -> !literal.matches("NaN|-?Infinity|-0"));
    }

    private static String insert(String quotedTable, Predicate<String> floats) {
        List<Edge> edges = EDGES.stream()
                .map(edge -> edge.type().startsWith("float")
                        ? new Edge(
                                edge.type(),
                                edge.literals().stream().filter(floats).toList())
                        : edge)
                .toList();
        int longest =
                edges.stream().mapToInt(edge -> edge.literals().size()).max().orElse(0);
        return IntStream.range(-1, longest)
                .mapToObj(place -> row(edges, place))
                .collect(Collectors.joining(", ", "INSERT INTO " + quotedTable + " VALUES ", ""));
    }

    private static String row(List<Edge> edges, int place) {
        String values = edges.stream().map(edge -> value(edge, place)).collect(Collectors.joining(", "));
        return "(" + (place + 1) + ", " + values + ", 'row " + place + "')";
    }

    private static String value(Edge edge, int place) {
        if (place < 0 || place >= edge.literals().size()) {
            return "NULL";
        }
        return "'" + edge.literals().get(place).replace("'", "''") + "'::" + edge.type();
    }

    private static String column(int index) {
        return "c" + index + "_" + EDGES.get(index).type().replaceAll("[^a-z0-9]", "_");
    }
}
