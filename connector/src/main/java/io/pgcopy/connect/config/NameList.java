/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** A key that holds names as SQL writes them: its check, and its value. */
final class NameList implements ConfigDef.Validator {
    private final List<String> forms;
    private final boolean globs;

    private NameList(boolean globs, String... forms) {
        this.globs = globs;
        this.forms = List.of(forms);
    }

    /** Names of as many parts as one of the forms has: {@code schema.table}. */
    static NameList of(String... forms) {
        return new NameList(true, forms);
    }

    static NameList withoutGlobs(String... forms) {
        return new NameList(false, forms);
    }

    @Override
    public void ensureValid(String key, @Nullable Object value) {
        if (value == null) {
            return;
        }
        for (NamePattern name : parse(key, value)) {
            if (forms.stream().noneMatch(form -> form.split("\\.").length == name.parts())) {
                throw new ConfigException(key + ": " + name + " is not of the form " + this + ".");
            }
            if (!globs && name.glob()) {
                throw new ConfigException(key + ": " + name + " holds * or ?, which no name may hold here.");
            }
        }
    }

    /** The key's value. Read from its text: the type LIST would have cut a quoted name at its commas. */
    static List<NamePattern> read(AbstractConfig config, String key) {
        Object text = config.originals().get(key);
        return text == null ? List.of() : parse(key, text);
    }

    private static List<NamePattern> parse(String key, Object value) {
        String text = value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : value.toString();
        try {
            return NamePattern.list(text);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(key + ": " + e.getMessage() + ".");
        }
    }

    @Override
    public String toString() {
        return Arrays.stream(forms.toArray()).map(String::valueOf).collect(Collectors.joining(" or "));
    }
}
