/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Names that Avro cannot hold: escaped, scrubbed or refused. */
class AvroNamesTest {
    private static final Map<String, String> DEFAULTS = Map.of();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "row.values",
                "id ",
                "@message",
                "3alpha",
                "naïve",
                "order-date",
                "a_u0041_",
                "_u_",
                "日本",
                "_",
                "x😀"
            })
    void namesThatAvroCannotHoldComeBackAsTheyWere(String name) {
        Schema schema = SchemaBuilder.struct()
                .name("my-schema.order table." + name.replace('.', '/'))
                .field(name, Schema.INT32_SCHEMA)
                .field("plain", Schema.INT32_SCHEMA)
                .build();
        Written written =
                Written.by(DEFAULTS, schema, new Struct(schema).put(name, 1).put("plain", 2));
        assertThat(written.avro().getFields())
                .allSatisfy(field -> assertThat(field.name()).matches("[A-Za-z_][A-Za-z0-9_]*"));
        assertThat(written.read().schema()).isEqualTo(schema);
        assertThat(value(written, name)).isEqualTo(1);
        Written bare = Written.by(
                Map.of("connect.meta.data", "false"),
                schema,
                new Struct(schema).put(name, 1).put("plain", 2));
        assertThat(value(bare, name)).as("without metadata").isEqualTo(1);
    }

    @Test
    void noTwoNamesEscapeToTheSame() {
        List<String> names = List.of(
                "a-b", "a_b", "a_u002d_b", "a_u005f_u002d_b", "a.b", "a b", "", "_u_", "_", "__u_", "A", "u0041");
        assertThat(names.stream().map(AvroNames.ESCAPE::of).distinct()).hasSameSizeAs(names);
        assertThat(AvroNames.ESCAPE.of("order-date")).isEqualTo("order_u002d_date");
    }

    /** All names of few letters that look like escaped ones, in whole or in part. */
    @Test
    void anEscapedNameTellsWhatItWas() {
        char[] letters = {'_', 'u', '0', '2', 'd', '-'};
        List<String> parts = List.of("", "_u002d", "u002d_", "_u002d_", "_u_", "_u");
        for (String part : parts) {
            for (int number = 0; number < 6 * 6 * 6 * 6; number++) {
                StringBuilder name = new StringBuilder();
                for (int rest = number; rest > 0; rest /= 6) {
                    name.append(letters[rest % 6]);
                }
                name.insert(name.length() / 2, part);
                assertThat(unescaped(AvroNames.ESCAPE.of(name.toString()))).isEqualTo(name.toString());
            }
        }
        assertThat(AvroNames.ESCAPE.of("last_update")).isEqualTo("last_update");
    }

    private static String unescaped(String name) {
        return Pattern.compile("_u([0-9a-f]{4})?_")
                .matcher(name)
                .replaceAll(found -> found.group(1) == null
                        ? ""
                        : Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))));
    }

    /** Avro's own words for types: no schema may define them, unless within a namespace. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "string", "int", "null", "boolean", "bytes", "long", "float", "double", "record", "enum", "array",
                "map", "union", "fixed"
            })
    void aStructMayHaveTheNameOfAType(String name) {
        for (String full : List.of(name, "public." + name)) {
            Schema inner = SchemaBuilder.struct()
                    .name(full)
                    .field(name, Schema.INT32_SCHEMA)
                    .build();
            Schema outer = SchemaBuilder.struct().name("t").field("a", inner).build();
            Struct value = new Struct(inner).put(name, 1);
            assertThat(Written.by(DEFAULTS, inner, value).read().value()).isEqualTo(value);
            Struct around = new Struct(outer).put("a", value);
            assertThat(Written.by(DEFAULTS, outer, around).read().value()).isEqualTo(around);
            assertThat(Written.by(Map.of("names", "scrub"), outer, around)
                            .read()
                            .value())
                    .isEqualTo(around);
        }
        Schema alone = SchemaBuilder.struct()
                .name(name)
                .field("a", Schema.INT32_SCHEMA)
                .build();
        if (!List.of("record", "enum", "array", "map", "union", "fixed").contains(name)) {
            assertThatThrownBy(() -> Written.by(Map.of("names", "strict"), alone, new Struct(alone).put("a", 1)))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("\"" + name + "\"");
        }
    }

    @Test
    void scrubbedNamesMayMeetAndThenAreRefused() {
        Schema schema = SchemaBuilder.struct()
                .name("t")
                .field("a-b", Schema.INT32_SCHEMA)
                .field("a.b", Schema.INT32_SCHEMA)
                .build();
        assertThatThrownBy(() -> Written.by(Map.of("names", "scrub"), schema, new Struct(schema)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("a_b");
        assertThatThrownBy(() -> Written.by(Map.of("names", "strict"), schema, new Struct(schema)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("\"a-b\"")
                .hasMessageContaining("names=escape");
    }

    private static Object value(Written written, String field) {
        return ((Struct) Objects.requireNonNull(written.read().value())).get(field);
    }
}
