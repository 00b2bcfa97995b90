/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** How one field of a record's STRUCT becomes one attribute of a composite type. */
record CompositeForm(String name, Function<Object, ?> conversion) {

    static Optional<CompositeForm> of(Field field, Codec<?> codec) {
        return codec.from(field.schema()).map(conversion -> new CompositeForm(field.name(), conversion));
    }

    static @Nullable Object[] values(CompositeForm[] forms, Struct struct) {
        @Nullable Object[] values = new Object[forms.length];
        for (int i = 0; i < forms.length; i++) {
            @Nullable Object value = struct.getWithoutDefault(forms[i].name);
            values[i] = value == null ? null : forms[i].conversion.apply(value);
        }
        return values;
    }
}
