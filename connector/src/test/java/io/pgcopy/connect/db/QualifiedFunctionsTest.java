/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every function that our SQL calls is called by its schema: search_path is left as the role has it, and a function of
 * the same name with nearer argument types, in a schema of it, would be called with our role's rights.
 */
class QualifiedFunctionsTest {
    private static final Path JAVA = Path.of("src/main/java/io/pgcopy/connect");
    private static final Path SQL = Path.of("src/main/resources/io/pgcopy/connect/db");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern CALL = Pattern.compile("(?<![\\w.\"])([a-zA-Z_]+)\\(");
    private static final Pattern COMMENT = Pattern.compile("--.*");
    private static final Pattern JAVA_COMMENT = Pattern.compile("(?m)^ *(/\\*\\*|\\*|//).*$");

    // Which the grammar knows, not the catalog, and aliases with their columns.
    private static final Set<String> GRAMMAR =
            Set.of("CAST", "COALESCE", "coalesce", "NULLIF", "ARRAY", "ROW", "VALUES", "EXISTS", "u");

    @Test
    void inSqlFiles() {
        List<Path> files = files(SQL, ".sql");
        assertThat(files).hasSizeGreaterThan(10);
        assertThat(files)
                .allSatisfy(file -> assertThat(calls(COMMENT.matcher(text(file)).replaceAll("")))
                        .isEmpty());
    }

    @Test
    void inStatements() {
        List<Path> files = files(JAVA.resolve("db"), ".java");
        assertThat(files).hasSizeGreaterThan(10);
        assertThat(files)
                .allSatisfy(file -> assertThat(calls(literals(text(file)))).isEmpty());
    }

    @Test
    void whatItLooksFor() {
        assertThat(calls("SELECT now(), pg_catalog.now(), CAST(a AS int), x.f(1), \"f\"(2), (1)"))
                .containsExactly("now");
        assertThat(literals("String a = \"SELECT \" + f(\"max(\");")).isEqualTo("SELECT \nmax(\n");
    }

    private static List<String> calls(String sql) {
        List<String> found = new ArrayList<>();
        Matcher matcher = CALL.matcher(sql);
        while (matcher.find()) {
            if (!GRAMMAR.contains(matcher.group(1))) {
                found.add(matcher.group(1));
            }
        }
        return found;
    }

    private static String literals(String java) {
        StringBuilder text = new StringBuilder();
        Matcher matcher =
                LITERAL.matcher(JAVA_COMMENT.matcher(java).replaceAll("").replace("'\"'", ""));
        while (matcher.find()) {
            text.append(matcher.group(1)).append('\n');
        }
        return text.toString();
    }

    private static List<Path> files(Path folder, String ending) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
