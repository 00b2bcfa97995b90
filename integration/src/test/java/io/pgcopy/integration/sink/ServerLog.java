/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Which statements a server of this machine has run, where it was started with {@code log_statement=all}. */
final class ServerLog {
    private final Path file;
    private int read;

    private ServerLog(Path file) {
        this.file = file;
    }

    /** The log of the server that was last started under this name. */
    static ServerLog of(String server) {
        Path folder = Workspace.target().resolve("postgres");
        assumeTrue(Files.isDirectory(folder), "the server is none of this machine's");
        try (Stream<Path> logs = Files.walk(folder)) {
            List<Path> found = logs.filter(log -> log.endsWith("postgres.log"))
                    .filter(log -> log.getParent().getFileName().toString().startsWith(server))
                    .sorted()
                    .toList();
            assumeTrue(!found.isEmpty(), "the server's log is elsewhere");
            return new ServerLog(found.get(found.size() - 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines since the last call. */
    List<String> news() {
        try {
            List<String> all = Files.readAllLines(file);
            List<String> news = all.subList(Math.min(read, all.size()), all.size());
            read = all.size();
            return news;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
