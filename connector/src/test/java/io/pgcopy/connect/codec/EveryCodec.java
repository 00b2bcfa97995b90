/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.type.PgType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Every type that the registry knows, by itself and in every container that it can stand in. */
final class EveryCodec {
    private static final List<CodecOptions> OPTIONS = List.of(
            CodecOptions.DEFAULT,
            CodecOptions.ofSource("string", "connect", "struct", "text"),
            CodecOptions.ofSource("double", "exact", "list", "fail"));

    private EveryCodec() {}

    /** Codecs by a name that says type and options. */
    static Map<String, Codec<?>> all() {
        return of(OPTIONS);
    }

    /** Codecs as a sink has them: without the options of a source, some of which lose digits. */
    static Map<String, Codec<?>> ofASink() {
        return of(List.of(CodecOptions.DEFAULT));
    }

    private static Map<String, Codec<?>> of(List<CodecOptions> choices) {
        Map<String, Codec<?>> codecs = new TreeMap<>();
        for (CodecOptions options : choices) {
            CodecRegistry registry = CodecRegistry.of(options);
            String suffix =
                    options.equals(CodecOptions.DEFAULT) ? "" : " " + options.numeric() + " " + options.temporal();
            for (PgType type : types(registry)) {
                registry.find(type, -1).ifPresent(codec -> codecs.put(type.name() + suffix, codec));
            }
            PgType finite = new PgType.Scalar(1186, "pg_catalog", "interval", 16);
            codecs.put("interval before 17" + suffix, TestTypes.codec(registry, finite));
            codecs.put("numeric(12,2)" + suffix, TestTypes.codec(registry, TestTypes.named("numeric"), 12 << 16 | 6));
        }
        return codecs;
    }

    static List<PgType> types(CodecRegistry registry) {
        List<PgType> types = new ArrayList<>();
        for (String name : registry.builtInNames()) {
            addWithContainers(types, new PgType.Scalar(1, "pg_catalog", name));
        }
        for (String name : registry.extensionNames()) {
            addWithContainers(types, new PgType.Scalar(1, "public", name));
        }
        addWithContainers(types, new PgType.Enum(1, "public", "mood", List.of("sad", "so, so", "happy")));
        return types;
    }

    private static void addWithContainers(List<PgType> types, PgType type) {
        types.add(type);
        PgType.Array array = new PgType.Array(2, "public", "_" + type.name(), type);
        PgType.Range range = new PgType.Range(3, "public", type.name() + "_range", type);
        types.add(array);
        types.add(range);
        types.add(new PgType.Multirange(4, "public", type.name() + "_multirange", range));
        types.add(new PgType.Composite(
                5,
                "public",
                type.name() + "_row",
                List.of(
                        new PgType.Attribute("a", type, -1, type.name()),
                        new PgType.Attribute("b", array, -1, type.name() + "[]"))));
    }
}
