/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The Connect schemas that one PostgreSQL type takes, and how each becomes the codec's value. A schema is
 * known by its logical name where that is listed; else by its type alone, unless the name has a meaning
 * that the type's plain values do not share.
 *
 * @param <T> the codec's value
 */
final class AllowList<T> {
    /** {@code name} is null for the plain form of a type. */
    private record Form(Schema.Type type, @Nullable String name) {}

    private final Map<Form, Function<Object, T>> forms;

    private AllowList(Map<Form, Function<Object, T>> forms) {
        this.forms = Map.copyOf(forms);
    }

    static <T> Builder<T> builder() {
        return new Builder<>();
    }

    Optional<Function<Object, T>> conversion(Schema schema) {
        Function<Object, T> named = forms.get(new Form(schema.type(), schema.name()));
        if (named != null || LogicalTypes.hasOwnMeaning(schema)) {
            return Optional.ofNullable(named);
        }
        return Optional.ofNullable(forms.get(new Form(schema.type(), null)));
    }

    /** Collects the forms of one type. */
    static final class Builder<T> {
        private final Map<Form, Function<Object, T>> forms = new HashMap<>();

        Builder<T> plain(Schema.Type type, Function<Object, T> conversion) {
            forms.put(new Form(type, null), conversion);
            return this;
        }

        Builder<T> named(Schema.Type type, String name, Function<Object, T> conversion) {
            forms.put(new Form(type, name), conversion);
            return this;
        }

        AllowList<T> build() {
            return new AllowList<>(forms);
        }
    }
}
