/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
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
        Pattern name = Pattern.compile(Pattern.quote(server) + "-(\\d+)");
        try (Stream<Path> runs = Files.list(folder)) {
            // The runs are numbered, and the tenth follows the ninth.
            Optional<Path> last = runs.filter(
                            run -> name.matcher(run.getFileName().toString()).matches())
                    .max(Comparator.comparingInt(
                            run -> Integer.parseInt(run.getFileName().toString().substring(server.length() + 1))))
                    .map(run -> run.resolve("postgres.log"));
            assumeTrue(last.isPresent(), "the server's log is elsewhere");
            return new ServerLog(last.get());
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
