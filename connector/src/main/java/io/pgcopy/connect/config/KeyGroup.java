/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import org.apache.kafka.common.config.ConfigDef;

/** Puts the keys of one group into a definition, in the order in which they are added. */
final class KeyGroup {
    private final ConfigDef def;
    private final String name;
    private int order;

    KeyGroup(ConfigDef def, String name) {
        this.def = def;
        this.name = name;
    }

    KeyGroup add(Key key) {
        def.define(
                key.name,
                key.type,
                key.defaultValue,
                key.validator,
                key.importance,
                key.documentation,
                name,
                ++order,
                key.width,
                key.label,
                key.dependents,
                key.recommender);
        return this;
    }
}
