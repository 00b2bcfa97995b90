/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.jspecify.annotations.Nullable;

/**
 * How often a record may be written: the keys {@code delivery.guarantee} and {@code exactly.once.*}.
 *
 * @param exactlyOnce whether offsets are kept in the target database
 * @param id under which they are kept; null for the connector's name
 * @param table where they are kept, as written
 * @param createTable whether the table may be created
 */
public record DeliveryConfig(
        boolean exactlyOnce, @Nullable String id, String table, boolean createTable, OnRegression onRegression) {
    public static final String GUARANTEE = "delivery.guarantee";
    public static final String ID = "exactly.once.id";
    public static final String TABLE = "exactly.once.table";
    public static final String TABLE_CREATE = "exactly.once.table.create";
    public static final String ON_REGRESSION = "exactly.once.on.offset.regression";

    private static final String AT_LEAST_ONCE = "at_least_once";
    private static final String EXACTLY_ONCE = "exactly_once";

    /** What to do with a record whose offset the database had passed before the task began. */
    public enum OnRegression {
        FAIL,
        REWRITE,
        SKIP
    }

    public static DeliveryConfig from(AbstractConfig config) {
        return new DeliveryConfig(
                config.getString(GUARANTEE).equals(EXACTLY_ONCE),
                config.getString(ID),
                config.getString(TABLE),
                config.getBoolean(TABLE_CREATE),
                OnRegression.valueOf(config.getString(ON_REGRESSION).toUpperCase(Locale.ROOT)));
    }

    public static void define(ConfigDef def) {
        KeyGroup group = new KeyGroup(def, "Delivery");
        defineGuarantee(group);
        defineTable(group);
    }

    private static void defineGuarantee(KeyGroup group) {
        group.add(Key.choice(
                                GUARANTEE,
                                List.of(AT_LEAST_ONCE, EXACTLY_ONCE),
                                "Guarantee",
                                "exactly_once keeps offsets in a table of the target database and moves them in the"
                                        + " transaction that writes the rows. The consumer should then be"
                                        + " read_committed (consumer.override.isolation.level).")
                        .byDefault(AT_LEAST_ONCE)
                        .importance(Importance.HIGH))
                .add(Key.of(
                                ID,
                                ConfigDef.Type.STRING,
                                "Exactly-once id",
                                "Name under which the offsets are kept; the connector's name by default. With the same"
                                        + " id a renamed or moved connector goes on where it was. No two connectors may"
                                        + " use one id at a time.")
                        .byDefault(null)
                        .width(Width.MEDIUM));
    }

    private static void defineTable(KeyGroup group) {
        group.add(Key.of(
                                TABLE,
                                ConfigDef.Type.STRING,
                                "Offsets table",
                                "Table that keeps the offsets, as schema.table.")
                        .byDefault("public.pgcopy_sink_offsets")
                        .width(Width.MEDIUM))
                .add(Key.of(
                                TABLE_CREATE,
                                ConfigDef.Type.BOOLEAN,
                                "Create offsets table",
                                "Whether the offsets table is created where it is missing.")
                        .byDefault(true)
                        .importance(Importance.LOW))
                .add(Key.choice(
                                ON_REGRESSION,
                                List.of("fail", "rewrite", "skip"),
                                "On lower offsets",
                                "What to do with records below the offset that the database has, as after a topic was"
                                        + " deleted and created anew: fail the task, write them, or skip them.")
                        .byDefault("fail")
                        .importance(Importance.LOW));
    }
}
