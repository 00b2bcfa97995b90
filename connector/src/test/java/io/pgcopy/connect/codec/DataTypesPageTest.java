/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.type.PgType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code docs/data-types.md} says what the registry does. */
class DataTypesPageTest {
    private static final String WRITE = "pgcopy.docs.write";
    private static final String COMMAND = "mvn -Pquick -pl connector test -Dtest=DataTypesPageTest -D" + WRITE;
    private static final Path PAGE = Path.of("..", "docs", "data-types.md");

    private final CodecRegistry registry = CodecRegistry.of(CodecOptions.DEFAULT);
    private final Properties notes = notes();

    @Test
    void saysWhatTheRegistryDoes() throws IOException {
        String page = page();
        if (System.getProperty(WRITE) != null) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("stale; to write it anew: " + COMMAND)
                .isEqualTo(page);
    }

    @Test
    void everyTypeHasANoteAndEveryNoteAType() {
        List<String> names = new ArrayList<>(registry.builtInNames());
        names.addAll(registry.extensionNames());
        assertThat(notes.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(names);
    }

    private String page() {
        StringBuilder page = new StringBuilder(resource("data-types-head.md").formatted(COMMAND));
        page.append("\n## Types\n\n| PostgreSQL | in a record | values |\n| --- | --- | --- |\n");
        rows(
                registry.builtInNames().stream()
                        .map(name -> new PgType.Scalar(0, "pg_catalog", name))
                        .toList(),
                page);
        page.append("\nBy name, in whichever schema an extension has put them:\n\n");
        page.append("| PostgreSQL | in a record | values |\n| --- | --- | --- |\n");
        rows(
                registry.extensionNames().stream()
                        .map(name -> new PgType.Scalar(0, "public", name))
                        .toList(),
                page);
        page.append(resource("data-types-containers.md"));
        page.append("\n| form in the record | columns that take it |\n| --- | --- |\n");
        Map<String, String> firstWith = new HashMap<>();
        for (ConnectForms.Form form : ConnectForms.all()) {
            String takers = takers(form);
            @Nullable String same = firstWith.putIfAbsent(takers, form.name());
            page.append("| ").append(form.name()).append(" | ");
            page.append(same == null || takers.length() < same.length() + 30 ? takers : "as " + same)
                    .append(" |\n");
        }
        return page.toString();
    }

    private void rows(List<PgType.Scalar> types, StringBuilder page) {
        for (PgType.Scalar type : types) {
            String form = describe(TestTypes.codec(registry, type).schema());
            if (type.name().equals("numeric")) {
                form = "BYTES `" + LogicalTypes.CONNECT_DECIMAL + "`, or " + form;
            }
            page.append("| ").append(type.name()).append(" | ").append(form).append(" | ");
            page.append(notes.getProperty(type.name())).append(" |\n");
        }
    }

    // Many types share one list: they are told together.
    private String takers(ConnectForms.Form form) {
        Map<String, Codec<?>> codecs = new TreeMap<>();
        registry.builtInNames().forEach(name -> codecs.put(name, TestTypes.codec(registry, TestTypes.named(name))));
        registry.extensionNames()
                .forEach(name -> codecs.put(name, TestTypes.codec(registry, new PgType.Scalar(0, "public", name))));
        codecs.put("an enum", new EnumCodec(List.of("a")));
        codecs.put("any range", TestTypes.codec(registry, TestTypes.named("int4range")));
        codecs.put("any multirange", TestTypes.codec(registry, TestTypes.named("int4multirange")));
        codecs.put("int4[]", TestTypes.codec(registry, TestTypes.named("_int4")));
        codecs.put("text[]", TestTypes.codec(registry, TestTypes.named("_text")));
        String takers = codecs.entrySet().stream()
                .filter(codec -> codec.getValue().from(form.schema()).isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        return takers.isEmpty() ? "none" : takers;
    }

    private static String describe(Schema schema) {
        String name = schema.name() == null ? "" : " `" + schema.name() + "`";
        return switch (schema.type()) {
            case ARRAY -> "ARRAY of " + describe(schema.valueSchema()) + name;
            case MAP -> "MAP of " + describe(schema.keySchema()) + " to " + describe(schema.valueSchema()) + name;
            default -> schema.type() + name;
        };
    }

    private static Properties notes() {
        Properties notes = new Properties();
        resource("type-notes.txt").lines().forEach(line -> {
            int colon = line.indexOf(": ");
            notes.setProperty(line.substring(0, colon), line.substring(colon + 2));
        });
        return notes;
    }

    private static String resource(String name) {
        try (var stream = DataTypesPageTest.class.getResourceAsStream("/docs/" + name)) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
