/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.InstalledBinaries;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.SmallDisk;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A tablespace on a file system of a few megabytes; needs the right to mount one. */
class FullDiskIT {
    private static final String FILL = "INSERT INTO filler SELECT repeat('x', 1000) FROM generate_series(1, 8000)";

    @Test
    void waitsUntilThereIsRoomAgain() {
        Optional<SmallDisk> mounted = SmallDisk.mount(4);
        assumeTrue(mounted.isPresent(), "no right to mount a file system");
        try (SmallDisk disk = mounted.get();
                PostgresServer server = PostgresServer.startOwn(
                        PostgresOptions.named("full-disk").from(local()))) {
            server.database(server.maintenanceDatabase())
                    .execute("CREATE TABLESPACE small LOCATION '" + disk.folder() + "'");
            Numbers numbers = new Numbers(server.createDatabase("full_disk"));
            numbers.db.execute("ALTER TABLE t SET TABLESPACE small", "CREATE TABLE filler (x text) TABLESPACE small");
            assertThatThrownBy(() -> numbers.db.execute(FILL)).hasMessageContaining("No space left on device");
            numbers.add(0, 3_000);
            try (SinkDriver sink = numbers.sink()) {
                sink.openAll();
                for (int i = 0; i < 5; i++) {
                    sink.poll();
                    sink.commit();
                }
                assertThat(sink.committed).isEmpty();
                assertThatThrownBy(() -> numbers.db.execute("INSERT INTO t SELECT -1 FROM generate_series(1, 3000)"))
                        .hasMessageContaining("No space left on device");
                numbers.db.execute("DROP TABLE filler");
                sink.drain();
            }
            numbers.assertExactly(3_000);
            numbers.db.execute("DROP TABLE t");
        }
    }

    // A container would not see what is mounted here.
    private static PostgresOptions.Origin local() {
        return InstalledBinaries.find().isPresent()
                ? PostgresOptions.Origin.INSTALLED
                : PostgresOptions.Origin.EMBEDDED;
    }
}
