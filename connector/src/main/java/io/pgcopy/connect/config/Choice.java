/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.AbstractConfig;

/** An enum as a key's closed set of values: {@code PRIMARY_KEY} is written {@code primary_key}. */
final class Choice {
    private Choice() {}

    static <E extends Enum<E>> List<String> namesOf(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Choice::nameOf).toList();
    }

    /** The key's value, which its definition has checked. */
    static <E extends Enum<E>> E read(AbstractConfig config, String key, Class<E> type) {
        String value = config.getString(key);
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> nameOf(constant).equals(value))
                .findFirst()
                .orElseThrow();
    }

    // SKIP_ROW is the one value that is written with a hyphen.
    private static String nameOf(Enum<?> constant) {
        String name = constant.name().toLowerCase(Locale.ROOT);
        return name.equals("skip_row") ? "skip-row" : name;
    }
}
