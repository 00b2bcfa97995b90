/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.storage;

import io.pgcopy.connect.sink.CompressionEstimator;
import io.pgcopy.integration.data.DataPattern;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.storage.StoredSizes.Stored;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What the estimator foresees, beside what a real server then stores. */
class CompressionEstimatorIT {
    private static PostgresServer server;
    private static StoredSizes sizes;

    private final CompressionEstimator estimator = new CompressionEstimator();

    @BeforeAll
    static void start() throws SQLException {
        server = PostgresServer.start(PostgresOptions.named("estimator"));
        sizes = new StoredSizes(server.createDatabase("estimator"));
    }

    @AfterAll
    static void stop() throws SQLException {
        sizes.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(DataPattern.class)
    void foreseesWhatBecomesOfEveryValueOfAPattern(DataPattern pattern) throws SQLException {
        for (int size : new int[] {3_000, 52_000, 700_000}) {
            for (int seed = 0; seed < (size > 100_000 ? 2 : 10); seed++) {
                byte[] value = pattern.value(seed, size);
                Stored stored = sizes.store(value);
                estimator.examine(value, 0, size);

                assertThat(estimator.saved())
                        .as("%s, %s bytes, seed %s: %s", pattern, size, seed, stored)
                        .isEqualTo(stored.compressed());
                if (stored.compressed()) {
                    assertThat(estimator.ratio()).isCloseTo((double) stored.bytes() / size, within(0.05));
                }
            }
        }
    }

    @Test
    void foreseesWhatBecomesOfJars() throws IOException, SQLException {
        // Small jars of hardly compressed entries are close to the server's bound of 25 %.
        assertThat(rightShare(RealFiles.jars())).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void foreseesWhatBecomesOfClassFiles() throws IOException, SQLException {
        assertThat(rightShare(RealFiles.classes())).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void foreseesWhatBecomesOfGzippedFiles() throws IOException, SQLException {
        assertThat(rightShare(RealFiles.gzipped())).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"PNG", "JPEG"})
    void foreseesWhatBecomesOfPicturesOfAllSizes(DataPattern format) throws SQLException {
        assertThat(rightShare(RealFiles.pictures(format))).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(FontFile.class)
    void foreseesWhatBecomesOfFontsOnThisMachine(FontFile kind) throws IOException, SQLException {
        List<byte[]> files = RealFiles.found(kind.extension);
        // Of a few files a single one could be more than a tenth.
        assumeTrue(
                files.size() >= 20,
                "only " + files.size() + " " + kind.extension + " files here; name a folder by -Dpgcopy.files");

        assertThat(rightShare(files)).isGreaterThanOrEqualTo(0.9);
    }

    private enum FontFile {
        WOFF2(".woff2"),
        TTF(".ttf");

        private final String extension;

        FontFile(String extension) {
            this.extension = extension;
        }
    }

    private double rightShare(List<byte[]> files) throws SQLException {
        assertThat(files).isNotEmpty();
        int right = 0;
        for (byte[] file : files) {
            estimator.examine(file, 0, file.length);
            right += estimator.saved() == sizes.store(file).compressed() ? 1 : 0;
        }
        return (double) right / files.size();
    }
}
