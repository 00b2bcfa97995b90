/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.CopyStreamReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One captured stream of a real PostgreSQL 15 and the statement that made it: values of one type, and beside
 * each the text of the Connect value that it must become. To make them again, in the folder of the
 * files: {@code for f in *.sql; do PGTZ=UTC psql -X -q -f $f > ${f%.sql}.copy; done}.
 */
final class GoldenStream {
    private static final Pattern HEAD = Pattern.compile("-- type (\\S+), typmod (-?\\d+)\\R(?s:.*)");

    private final String name;
    private final String type;
    private final int typmod;
    private final byte[] bytes;

    private GoldenStream(String name, String type, int typmod, byte[] bytes) {
        this.name = name;
        this.type = type;
        this.typmod = typmod;
        this.bytes = bytes;
    }

    static List<GoldenStream> all() {
        URL folder = Objects.requireNonNull(GoldenStream.class.getResource("/golden"));
        List<GoldenStream> all = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(folder.toURI()), "*.sql")) {
            for (Path file : files) {
                all.add(read(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        all.sort((a, b) -> a.name.compareTo(b.name));
        return all;
    }

    String type() {
        return type;
    }

    int typmod() {
        return typmod;
    }

    byte[] bytes() {
        return bytes.clone();
    }

    CopyStreamReader reader() {
        byte[][] next = {bytes()};
        return new CopyStreamReader(() -> {
            byte[] message = next[0];
            next[0] = null;
            return message;
        });
    }

    @Override
    public String toString() {
        return name;
    }

    private static GoldenStream read(Path sql) throws IOException {
        Matcher head = HEAD.matcher(Files.readString(sql, StandardCharsets.UTF_8));
        if (!head.matches()) {
            throw new IllegalStateException(sql + " does not begin with its type");
        }
        String name = sql.getFileName().toString().replace(".sql", "");
        byte[] bytes = Files.readAllBytes(sql.resolveSibling(name + ".copy"));
        return new GoldenStream(name, head.group(1), Integer.parseInt(head.group(2)), bytes);
    }
}
