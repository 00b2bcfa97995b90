/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.InstalledBinaries;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;
import org.postgresql.copy.PGCopyOutputStream;

/** The fastest thing without Kafka: COPY out of one server piped into COPY into the other. */
final class Yardstick {

    static final String OUT = "COPY " + BenchTable.TABLE + " TO STDOUT (FORMAT binary)";
    static final String IN = "COPY " + BenchTable.TABLE + " FROM STDIN (FORMAT binary)";

    private final Optional<Path> psql;

    Yardstick() {
        psql = Stream.concat(
                        InstalledBinaries.find().stream(),
                        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                                .map(Path::of))
                .map(folder -> folder.resolve("psql"))
                .filter(Files::isExecutable)
                .findFirst();
        if (psql.isEmpty()) {
            System.out.println("[benchmark] no psql here: the yardstick is a relay of raw COPY messages in Java");
        }
    }

    String name() {
        return psql.isPresent() ? "psql-binary" : "relay";
    }

    void copy(Database source, Database target) throws IOException, SQLException, InterruptedException {
        if (psql.isPresent()) {
            pipe(psql.get(), source, target);
        } else {
            relay(source, target);
        }
    }

    private static void pipe(Path psql, Database source, Database target) throws IOException, InterruptedException {
        String command = "set -o pipefail; " + session(psql, source, OUT) + " | " + session(psql, target, IN);
        Process process = new ProcessBuilder("bash", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (!process.waitFor(30, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("psql | psql failed");
        }
    }

    private static String session(Path psql, Database database, String sql) {
        return "PGPASSWORD='%s' '%s' -X -q -v ON_ERROR_STOP=1 -h %s -p %d -U %s -d %s -c '%s'"
                .formatted(
                        database.password(),
                        psql,
                        database.server().host(),
                        database.server().port(),
                        database.user(),
                        database.name(),
                        sql);
    }

    private static void relay(Database source, Database target) throws IOException, SQLException {
        try (Connection from = source.connect();
                Connection to = target.connect();
                PGCopyOutputStream out = new PGCopyOutputStream(to.unwrap(PGConnection.class), IN, 1 << 20)) {
            CopyOut copy = from.unwrap(PGConnection.class).getCopyAPI().copyOut(OUT);
            for (byte[] message = copy.readFromCopy(); message != null; message = copy.readFromCopy()) {
                out.write(message);
            }
        }
    }
}
