/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** In which form the source carries values: the words are those that the keys take. */
public record TypesConfig(String numericMode, String temporalMode, String arrayMode, String unknownTypeMode) {
    public static final String NUMERIC_MODE = "numeric.mode";
    public static final String TEMPORAL_MODE = "temporal.mode";
    public static final String ARRAY_MODE = "array.mode";
    public static final String UNKNOWN_TYPE_MODE = "unknown.type.mode";

    public static TypesConfig from(AbstractConfig config) {
        return new TypesConfig(
                config.getString(NUMERIC_MODE),
                config.getString(TEMPORAL_MODE),
                config.getString(ARRAY_MODE),
                config.getString(UNKNOWN_TYPE_MODE));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Types")
                .add(Key.choice(
                                NUMERIC_MODE,
                                List.of("precise", "string", "double"),
                                "Numeric",
                                "How numeric columns are carried. precise: Connect's Decimal where the column has a"
                                        + " scale (a NaN in such a column is an error), exact text where it has none."
                                        + " string: exact text always. double: FLOAT64, which loses digits.")
                        .byDefault("precise"))
                .add(Key.choice(
                                TEMPORAL_MODE,
                                List.of("exact", "connect"),
                                "Dates and times",
                                "How dates and times are carried. exact: days and microseconds, infinities included."
                                        + " connect: Connect's Date, Time and Timestamp, which count milliseconds:"
                                        + " finer digits are cut off, and infinities and 24:00 are errors.")
                        .byDefault("exact"))
                .add(Key.choice(
                                ARRAY_MODE,
                                List.of("list", "struct"),
                                "Arrays",
                                "How arrays are carried. list: ARRAY; a value of several dimensions or with a lower"
                                        + " bound other than 1 is an error. struct: dimensions, lower bounds and"
                                        + " elements, which holds every array.")
                        .byDefault("list")
                        .importance(Importance.LOW))
                .add(Key.choice(
                                UNKNOWN_TYPE_MODE,
                                List.of("text", "fail", "skip"),
                                "Unknown types",
                                "What happens to columns of a type that the connector does not know. text: carried in"
                                        + " the server's own text form. fail: the table is refused. skip: the column"
                                        + " is left out.")
                        .byDefault("text"));
    }
}
