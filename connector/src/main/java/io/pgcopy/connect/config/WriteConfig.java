/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * What a record does to its table: the keys {@code insert.mode}, {@code pk.*}, {@code delete.enabled}.
 *
 * @param pkFields names of the key's columns; empty where the mode says which
 * @param deleteEnabled whether a record without value deletes the row of its key
 * @param unavailable what stands in the place of a value that the source was not told; empty where nothing does
 */
public record WriteConfig(
        InsertMode insertMode,
        PkMode pkMode,
        List<String> pkFields,
        boolean deleteEnabled,
        Envelope envelope,
        String unavailable) {
    public static final String INSERT_MODE = "insert.mode";
    public static final String PK_MODE = "pk.mode";
    public static final String PK_FIELDS = "pk.fields";
    public static final String DELETE_ENABLED = "delete.enabled";
    public static final String ENVELOPE = "envelope";
    public static final String UNAVAILABLE = "unavailable.value.placeholder";

    /** What becomes of a row whose key is new, and of one whose key is there. */
    public enum InsertMode {
        INSERT,
        UPSERT,
        INSERT_IGNORE,
        UPDATE
    }

    /** Where a row's key comes from. */
    public enum PkMode {
        NONE,
        RECORD_KEY,
        RECORD_VALUE,
        KAFKA
    }

    /** What a record's value is: the row itself, or a change event around it. */
    public enum Envelope {
        NONE,
        DEBEZIUM
    }

    public WriteConfig {
        pkFields = List.copyOf(pkFields);
        if (pkMode == PkMode.NONE && insertMode != InsertMode.INSERT) {
            throw new KeyException(
                    PK_MODE, "must not be none where " + INSERT_MODE + " is not insert: rows are found by key.");
        }
        if (deleteEnabled && pkMode != PkMode.RECORD_KEY) {
            throw new KeyException(
                    DELETE_ENABLED, "needs " + PK_MODE + "=record_key: a record without value has only its key.");
        }
        if (pkMode == PkMode.KAFKA && !pkFields.isEmpty() && pkFields.size() != 3) {
            throw new KeyException(
                    PK_FIELDS, "needs three names with " + PK_MODE + "=kafka: topic, partition and offset.");
        }
    }

    public static WriteConfig from(AbstractConfig config) {
        return new WriteConfig(
                InsertMode.valueOf(upper(config.getString(INSERT_MODE))),
                PkMode.valueOf(upper(config.getString(PK_MODE))),
                config.getList(PK_FIELDS),
                config.getBoolean(DELETE_ENABLED),
                Envelope.valueOf(upper(config.getString(ENVELOPE))),
                config.getString(UNAVAILABLE));
    }

    static void define(ConfigDef def) {
        KeyGroup group = new KeyGroup(def, "Writing");
        defineMode(group);
        defineDeletes(group);
    }

    private static void defineMode(KeyGroup group) {
        group.add(Key.choice(
                                INSERT_MODE,
                                List.of("insert", "upsert", "insert_ignore", "update"),
                                "Insert mode",
                                "insert: every record is a new row. upsert: a row whose key is there is updated."
                                        + " insert_ignore: it is left alone. update: only rows whose key is there are"
                                        + " written.")
                        .byDefault("insert")
                        .importance(Importance.HIGH))
                .add(Key.choice(
                                PK_MODE,
                                List.of("none", "record_key", "record_value", "kafka"),
                                "Key mode",
                                "Where a row's key comes from: the record's key, fields of its value, or the record's"
                                        + " topic, partition and offset in Kafka. Key fields that the value lacks are"
                                        + " written too, where the table has such columns.")
                        .byDefault("record_key"))
                .add(Key.of(
                                PK_FIELDS,
                                ConfigDef.Type.LIST,
                                "Key fields",
                                "Names of the key's columns. Empty: with record_key all fields of the key, with"
                                        + " record_value the table's primary key, with kafka __connect_topic,"
                                        + " __connect_partition and __connect_offset. A key that is one plain value"
                                        + " needs one name here, or a table with a primary key of one column.")
                        .byDefault(List.of())
                        .width(Width.LONG));
    }

    private static void defineDeletes(KeyGroup group) {
        group.add(Key.of(
                                DELETE_ENABLED,
                                ConfigDef.Type.BOOLEAN,
                                "Deletes",
                                "Whether a record without value deletes the row of its key. If not, such records are"
                                        + " counted and left out.")
                        .byDefault(false))
                .add(Key.choice(
                                ENVELOPE,
                                List.of("none", "debezium"),
                                "Envelope",
                                "debezium: values are Debezium's change events, and the row is taken out of them"
                                        + " without a transformation; deletes follow " + DELETE_ENABLED + ".")
                        .byDefault("none"))
                .add(Key.of(
                                UNAVAILABLE,
                                ConfigDef.Type.STRING,
                                "Unavailable value",
                                "What Debezium, which has a setting of the same name, sends in the place of a large"
                                        + " value that an update left as it was. A record with it is refused, since it"
                                        + " would be written over the value; with insert.mode=update the column is left"
                                        + " alone. Empty: it is a value like others. Records of our own source never"
                                        + " have one.")
                        .byDefault("__debezium_unavailable_value")
                        .importance(Importance.LOW));
    }

    private static String upper(String value) {
        return value.toUpperCase(Locale.ROOT);
    }
}
