/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.jspecify.annotations.Nullable;

/** A form in which values come to the sink, and what each of its values means in PostgreSQL's own words. */
record SinkForm(String name, Schema schema, List<Value> values) {

    /** {@code meaning} is the text that PostgreSQL reads as the value; null where no database can hold it. */
    record Value(Object value, @Nullable String meaning) {}

    static List<SinkForm> all() {
        return Stream.of(PlainForms.all(), NamedForms.all())
                .flatMap(List::stream)
                .toList();
    }

    static SinkForm named(SchemaBuilder schema, String name, Object... valuesAndMeanings) {
        return of(name, schema.name(name), valuesAndMeanings);
    }

    static SinkForm of(String name, SchemaBuilder schema, Object... valuesAndMeanings) {
        return of(name, schema.build(), valuesAndMeanings);
    }

    static SinkForm of(String name, Schema schema, Object... valuesAndMeanings) {
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < valuesAndMeanings.length; i += 2) {
            values.add(new Value(valuesAndMeanings[i], (String) valuesAndMeanings[i + 1]));
        }
        return new SinkForm(name, schema, values);
    }

    @Override
    public String toString() {
        return name;
    }
}
