/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * How many bad records are still bad records, and not a mistake of the settings.
 *
 * @param maxPerFlush more than these in one flush fail the task
 */
public record ErrorsConfig(int maxPerFlush) {
    public static final String MAX_PER_FLUSH = "errors.max.per.flush";

    public static ErrorsConfig from(AbstractConfig config) {
        return new ErrorsConfig(config.getInt(MAX_PER_FLUSH));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Bad records")
                .add(Key.of(
                                MAX_PER_FLUSH,
                                ConfigDef.Type.INT,
                                "Bad records per flush",
                                "More bad records than this in one flush fail the task, even where errors.tolerance is"
                                        + " all: so many point to a wrong table or setting, not to wrong records.")
                        .byDefault(100)
                        .valid(ConfigDef.Range.atLeast(0)));
    }
}
