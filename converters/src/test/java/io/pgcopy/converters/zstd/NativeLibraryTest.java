/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Where the library cannot unpack its native part: as with a folder for temporary files that is mounted noexec. */
@Timeout(60)
class NativeLibraryTest {

    @Test
    void aConverterWithoutItIsAConfigErrorThatSaysWhatToDo(@TempDir Path folder) throws Exception {
        Path noFolder = Files.createFile(folder.resolve("file"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-DZstdTempFolder=" + noFolder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Configured.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(said)
                .contains("refused 1: ", "refused 2: ", "-DZstdTempFolder=<folder>")
                .doesNotContain("configured");
    }

    /** In a process of its own, which has not loaded the library yet. */
    static final class Configured {
        private Configured() {}

        public static void main(String[] args) throws IOException {
            for (int i = 1; i <= 2; i++) {
                try (ZstdConverter converter = new ZstdConverter()) {
                    converter.configure(Map.of("delegate", BytesConverter.class.getName()), false);
                    System.out.println("configured " + new File(".").getCanonicalPath());
                } catch (ConfigException e) {
                    System.out.println("refused " + i + ": " + e.getMessage());
                }
            }
        }
    }
}
