/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code docs/architecture.md} sends a newcomer to classes that there are. */
class ArchitecturePageIT {
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`]*`", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("\\b[A-Z][a-z0-9]+(?:[A-Z][a-zA-Z0-9]*)\\b");
    // Kafka's.
    private static final Set<String> OTHERS = Set.of("SourceRecord", "SinkRecord");

    @Test
    void everyClassThatItNamesExists() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/architecture.md"));
        Set<String> named = CODE.matcher(page)
                .results()
                .flatMap(code -> CLASS.matcher(code.group()).results())
                .map(name -> name.group())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).contains("PgCopySourceConnector", "CopyStreamReader");
        named.removeAll(OTHERS);
        assertThat(classes()).containsAll(named);
    }

    private static Set<String> classes() throws IOException {
        Path root = Repository.root();
        Set<String> classes = new TreeSet<>();
        for (String module : Set.of("connector", "converters")) {
            try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> classes.add(name.substring(0, name.length() - ".java".length())));
            }
        }
        return classes;
    }
}
