/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A compressed payload is a file that others read who know nothing of us. */
@Timeout(60)
class ZstdCommandTest {
    private final ZstdContexts contexts = new ZstdContexts(3);
    private final ZstdWriter writer = new ZstdWriter(contexts, 0);

    @AfterEach
    void close() {
        contexts.close();
    }

    /** Only where the command {@code zstd} is installed. */
    @ParameterizedTest
    @ValueSource(ints = {5_000, 300_000, 3_000_000})
    @EnabledIf("isInstalled")
    void theCommandReadsAndTestsAPayloadAsAFile(int length, @TempDir Path folder) throws Exception {
        byte[] text = Payloads.text(length);
        Path file = folder.resolve("payload.zst");
        Files.write(file, writer.write(text));
        run("zstd", "-q", "--test", file.toString());
        run("zstd", "-q", "-d", file.toString());
        assertThat(folder.resolve("payload")).hasBinaryContent(text);
        assertThat(run("zstd", "-l", "-v", file.toString())).contains("XXH64");
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000, 300_000, 3_000_000})
    void theLibrarysStreamReadsAPayload(int length) throws IOException {
        byte[] text = Payloads.text(length);
        try (ZstdInputStream stream = new ZstdInputStream(new ByteArrayInputStream(writer.write(text)))) {
            assertThat(stream.readAllBytes()).isEqualTo(text);
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    static boolean isInstalled() {
        String path = System.getenv("PATH");
        return path != null
                && Stream.of(path.split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "zstd")));
    }
}
