/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** The two archives of the build, and what is meant to be in each. */
enum PluginArchive {
    CONNECTOR("connector", "kafka-connect-pgcopy", Set.of("kafka-connect-pgcopy-connector", "postgresql")),
    CONVERTERS(
            "converters",
            "kafka-connect-pgcopy-converters",
            Set.of(
                    "kafka-connect-pgcopy-converters",
                    "avro",
                    "jackson-annotations",
                    "jackson-core",
                    "jackson-databind",
                    "zstd-jni"));

    private final String module;
    final String plugin;

    @SuppressWarnings("ImmutableEnumChecker") // from Set.of
    final Set<String> jars;

    PluginArchive(String module, String plugin, Set<String> jars) {
        this.module = module;
        this.plugin = plugin;
        this.jars = jars;
    }

    Path file() throws IOException {
        Path target = Repository.root().resolve(module).resolve("target");
        try (Stream<Path> files = Files.list(target)) {
            List<Path> zips =
                    files.filter(file -> file.toString().endsWith(".zip")).toList();
            assertThat(zips)
                    .as("archives of %s; stale ones go by `mvn clean`", module)
                    .hasSize(1);
            return zips.get(0);
        }
    }

    /** The archive's root as a file system; close it. */
    FileSystem open() throws IOException {
        return FileSystems.newFileSystem(file());
    }

    /** Name of the one folder in the archive, as the component hubs want it. */
    String folder() throws IOException {
        return file().getFileName().toString().replaceFirst("\\.zip$", "");
    }
}
