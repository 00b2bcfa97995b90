/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.jmh;

import io.pgcopy.connect.codec.Codec;
import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.type.PgType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Values of one type, as the server sent them and as the record has them. */
final class Sample<T> {
    private static final Pattern HEAD = Pattern.compile("-- type (\\S+), typmod (-?\\d+)\\R(?s:.*)");
    private static final List<String> EXTENSIONS = List.of("citext", "hstore", "ltree");
    // An array names the type of its elements.
    private static final Map<String, Integer> ELEMENTS = Map.of("int4", 23, "text", 25, "numeric", 1700);

    private final Codec<T> codec;
    private final Function<Object, T> conversion;
    private final List<byte[]> fields;
    private final List<T> values = new ArrayList<>();

    private Sample(Codec<T> codec, List<byte[]> fields) {
        this.codec = codec;
        this.conversion = codec.from(codec.schema()).orElseThrow();
        this.fields = fields;
        fields.forEach(field -> values.add(codec.decode(FieldReader.of(field))));
    }

    /** Names of the golden streams of one type by itself. */
    static List<String> names() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".sql"))
                    .map(file -> file.replace(".sql", ""))
                    .filter(name -> codec(name).isPresent())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Sample<?> of(String name) {
        return of(name, codec(name).orElseThrow());
    }

    int size() {
        return fields.size();
    }

    T decode(int index) {
        return codec.decode(FieldReader.of(fields.get(index)));
    }

    void encode(int index, TupleBuffer out) {
        out.beginTuple(1);
        out.beginField();
        codec.encode(conversion.apply(values.get(index)), out);
        out.endField();
        out.endTuple();
    }

    private static <T> Sample<T> of(String name, Codec<T> codec) {
        byte[] bytes = read(name + ".copy");
        byte[][] next = {bytes};
        CopyStreamReader stream = new CopyStreamReader(() -> {
            byte[] message = next[0];
            next[0] = null;
            return message;
        });
        List<byte[]> fields = new ArrayList<>();
        while (stream.nextTuple()) {
            // The value, and beside it the text that a test compares it with.
            @Nullable FieldReader field = stream.nextField();
            byte @Nullable [] content = field == null ? null : field.readBytes(field.remaining());
            if (content != null && isCarried(codec, content)) {
                fields.add(content);
            }
            for (int other = 1; other < stream.fieldCount(); other++) {
                @Nullable FieldReader text = stream.nextField();
                if (text != null) {
                    text.readBytes(text.remaining());
                }
            }
        }
        if (fields.isEmpty()) {
            throw new IllegalStateException("no value of the golden stream " + name + " can be encoded");
        }
        return new Sample<>(codec, fields);
    }

    // Some values are in a stream since they are refused.
    private static <T> boolean isCarried(Codec<T> codec, byte[] content) {
        TupleBuffer out = new TupleBuffer();
        try {
            out.beginTuple(1);
            out.beginField();
            Object value = codec.decode(FieldReader.of(content));
            codec.encode(codec.from(codec.schema()).orElseThrow().apply(value), out);
            return true;
        } catch (DataException e) {
            return false;
        }
    }

    private static Optional<Codec<?>> codec(String name) {
        Matcher head = HEAD.matcher(new String(read(name + ".sql"), StandardCharsets.UTF_8));
        if (!head.matches()) {
            return Optional.empty();
        }
        return CodecRegistry.of(CodecOptions.DEFAULT).find(type(head.group(1)), Integer.parseInt(head.group(2)));
    }

    private static PgType type(String name) {
        String schema = EXTENSIONS.contains(name) ? "public" : "pg_catalog";
        if (name.startsWith("_")) {
            return new PgType.Array(0, schema, name, type(name.substring(1)));
        }
        return switch (name) {
            case "int4range" -> new PgType.Range(0, schema, name, type("int4"));
            case "daterange" -> new PgType.Range(0, schema, name, type("date"));
            case "tsrange" -> new PgType.Range(0, schema, name, type("timestamp"));
            case "tstzrange" -> new PgType.Range(0, schema, name, type("timestamptz"));
            case "numrange" -> new PgType.Range(0, schema, name, type("numeric"));
            case "int8multirange" ->
                new PgType.Multirange(0, schema, name, new PgType.Range(0, schema, "int8range", type("int8")));
            default -> new PgType.Scalar(ELEMENTS.getOrDefault(name, 0), schema, name);
        };
    }

    private static byte[] read(String file) {
        try {
            return Files.readAllBytes(folder().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        return Path.of(System.getProperty("golden"));
    }
}
