/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Whether the sink may change the target's tables: the keys {@code auto.*}.
 *
 * @param create whether a missing table is created
 * @param evolve whether a missing column is added
 */
public record EvolutionConfig(boolean create, boolean evolve) {
    public static final String CREATE = "auto.create";
    public static final String EVOLVE = "auto.evolve";

    public static EvolutionConfig from(AbstractConfig config) {
        return new EvolutionConfig(config.getBoolean(CREATE), config.getBoolean(EVOLVE));
    }

    public static void define(ConfigDef def) {
        new KeyGroup(def, "Evolution")
                .add(Key.of(
                                CREATE,
                                ConfigDef.Type.BOOLEAN,
                                "Create tables",
                                "Whether a missing table is created from the first record's schema: types as they were"
                                        + " at the source where the schema tells them, NOT NULL, defaults, and the"
                                        + " record's key as primary key.")
                        .byDefault(false))
                .add(Key.of(
                                EVOLVE,
                                ConfigDef.Type.BOOLEAN,
                                "Add columns",
                                "Whether a column is added for a field that has none. Columns are never dropped or"
                                        + " changed.")
                        .byDefault(false));
    }
}
