/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.LogicalTypes;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * The type of a column to be made for a field: the one at the source where the schema tells it and the target
 * knows it, otherwise what the Connect schema comes closest to.
 */
final class ColumnTypes {
    // A type's name with its modifier and array brackets, as format_type writes it: numeric(12,2), "My Type"[],
    // timestamp(3) with time zone, geometry(Point,4326). The text comes with the record, so nothing else may get into a
    // statement; that the words are those of one type, the server's own parser of type names says.
    private static final String NAME = "(?:[\\p{L}_][\\p{L}0-9_$]*|\"[^\"]+\")";
    private static final Pattern DECLARED = Pattern.compile(
            "(?:" + NAME + "[.])?" + NAME + "(?: [a-z]+)*(?:\\([\\p{L}0-9_, -]*\\))?(?: [a-z]+)*(?:\\[])*");

    // Two names of 63 characters in quotes, each doubled, and a modifier are shorter. A longer text would take time
    // that grows
    // with its square, and stack.
    private static final int LONGEST = 512;

    private static final Map<String, String> LOGICAL = Map.ofEntries(
            Map.entry("org.apache.kafka.connect.data.Decimal", "numeric"),
            Map.entry("org.apache.kafka.connect.data.Date", "date"),
            Map.entry("org.apache.kafka.connect.data.Time", "time"),
            Map.entry("org.apache.kafka.connect.data.Timestamp", "timestamp"),
            Map.entry(LogicalTypes.DATE, "date"),
            Map.entry(LogicalTypes.TIME, "time"),
            Map.entry(LogicalTypes.TIMETZ, "timetz"),
            Map.entry(LogicalTypes.TIMESTAMP, "timestamp"),
            Map.entry(LogicalTypes.TIMESTAMPTZ, "timestamptz"),
            Map.entry(LogicalTypes.NUMERIC, "numeric"),
            Map.entry(LogicalTypes.UUID, "uuid"),
            Map.entry(LogicalTypes.JSON, "json"),
            Map.entry(LogicalTypes.JSONB, "jsonb"),
            Map.entry("io.debezium.time.Date", "date"),
            Map.entry("io.debezium.time.Time", "time"),
            Map.entry("io.debezium.time.MicroTime", "time"),
            Map.entry("io.debezium.time.NanoTime", "time"),
            Map.entry("io.debezium.time.ZonedTime", "timetz"),
            Map.entry("io.debezium.time.Timestamp", "timestamp"),
            Map.entry("io.debezium.time.MicroTimestamp", "timestamp"),
            Map.entry("io.debezium.time.NanoTimestamp", "timestamp"),
            Map.entry("io.debezium.time.ZonedTimestamp", "timestamptz"),
            Map.entry("io.debezium.time.MicroDuration", "interval"),
            Map.entry("io.debezium.time.Interval", "interval"),
            Map.entry("io.debezium.data.VariableScaleDecimal", "numeric"),
            Map.entry("io.debezium.data.Json", "jsonb"),
            Map.entry("io.debezium.data.Uuid", "uuid"),
            Map.entry("io.debezium.data.Xml", "xml"));

    private final Predicate<String> exists;

    /** {@code exists}: whether the target knows a type of this name and modifier. */
    ColumnTypes(Predicate<String> exists) {
        this.exists = exists;
    }

    String of(Schema field) {
        return declared(field).orElseGet(() -> closest(field));
    }

    private Optional<String> declared(Schema field) {
        Map<String, String> parameters = field.parameters() == null ? Map.of() : field.parameters();
        return Stream.of(LogicalTypes.PG_TYPE, LogicalTypes.PG_BASE_TYPE)
                .map(parameters::get)
                .filter(type -> type != null && isTypeName(type) && exists.test(type))
                .findFirst();
    }

    private static boolean isTypeName(String text) {
        return text.length() <= LONGEST && DECLARED.matcher(text).matches();
    }

    private String closest(Schema field) {
        String logical = field.name() == null ? null : LOGICAL.get(field.name());
        if (logical != null) {
            return logical;
        }
        return switch (field.type()) {
            case INT8, INT16 -> "smallint";
            case INT32 -> "integer";
            case INT64 -> "bigint";
            case FLOAT32 -> "real";
            case FLOAT64 -> "double precision";
            case BOOLEAN -> "boolean";
            case STRING -> "text";
            case BYTES -> "bytea";
            case ARRAY -> of(field.valueSchema()) + "[]";
            case MAP, STRUCT ->
                throw new DataException("no column type stands for a field of type " + field.type()
                        + (field.name() == null ? "" : " (" + field.name() + ")") + ": create the column by hand");
        };
    }
}
