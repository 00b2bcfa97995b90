/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** How the target stores large values: what is looked at, reported and changed. */
public record StorageConfig(Storage storage, Compression compression) {
    public static final String STORAGE = "bytea.storage";
    public static final String COMPRESSION = "bytea.compression";

    /** What becomes of the columns' storage. */
    public enum Storage {
        /** Nothing is looked at. */
        KEEP,
        /** Findings are logged and measured. */
        REPORT,
        /** Columns are changed to what suits their data. */
        AUTO,
        EXTERNAL,
        EXTENDED,
        MAIN;

        /** Whether it is one storage for all bytea columns, whatever they hold. */
        public boolean fixed() {
            return this == EXTERNAL || this == EXTENDED || this == MAIN;
        }

        /** Whether values are sampled. */
        public boolean samples() {
            return this == REPORT || this == AUTO;
        }
    }

    /** What the connector's own transactions compress columns with that have no compression of their own. */
    public enum Compression {
        /** lz4, unless the server lacks it, somebody chose another or it is of no use. */
        AUTO,
        /** What the session has. */
        KEEP,
        PGLZ,
        LZ4
    }

    public static StorageConfig from(AbstractConfig config) {
        return new StorageConfig(
                Storage.valueOf(config.getString(STORAGE).toUpperCase(Locale.ROOT)),
                Compression.valueOf(config.getString(COMPRESSION).toUpperCase(Locale.ROOT)));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Storage of large values")
                .add(Key.choice(
                                STORAGE,
                                names(Storage.values()),
                                "Storage",
                                "What to do where a column's STORAGE does not suit its data. report: say in the log and"
                                        + " in a metric what compression costs and saves, and which ALTER TABLE would help."
                                        + " auto: change it, where the role owns the table: EXTERNAL where compression is"
                                        + " wasted, back to EXTENDED where it pays. external, extended, main: the bytea"
                                        + " columns get this storage whatever they hold. keep: do nothing. Rows already"
                                        + " there are not rewritten by any of them.")
                        .byDefault("report"))
                .add(Key.choice(
                                COMPRESSION,
                                names(Compression.values()),
                                "Compression",
                                "What columns without a compression of their own are compressed with by this"
                                        + " connector; no table is changed. auto: lz4, where the server has it, nobody has set"
                                        + " default_toast_compression and the data is not known to be of a kind that is never"
                                        + " compressed. keep: what the server is set to. pglz, lz4: this one.")
                        .byDefault("auto"));
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
