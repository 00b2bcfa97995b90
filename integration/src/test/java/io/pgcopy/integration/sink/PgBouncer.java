/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.FreePort;
import io.pgcopy.integration.fixture.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The connection pooler, where it is installed, in transaction mode with fewer server sessions than clients. */
final class PgBouncer implements AutoCloseable {
    private static final List<String> PLACES =
            List.of("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer");

    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static boolean isInstalled() {
        return PLACES.stream().anyMatch(place -> Files.isExecutable(Path.of(place)));
    }

    static PgBouncer before(PostgresServer server) throws IOException {
        int port = FreePort.next();
        Path folder = Files.createTempDirectory("pgbouncer");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path file = folder.resolve("pgbouncer.ini");
        Files.writeString(file, """
                [databases]
                * = host=%s port=%d user=%s password=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 2
                ignore_startup_parameters = extra_float_digits
                """.formatted(server.host(), server.port(), server.user(), server.password(), port));
        PgBouncer bouncer = new PgBouncer(start(file), port);
        bouncer.awaitAnswer();
        return bouncer;
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    // It refuses to run as root.
    private static Process start(Path file) throws IOException {
        String program = PLACES.stream()
                .filter(place -> Files.isExecutable(Path.of(place)))
                .findFirst()
                .orElseThrow();
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            Stream.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
                    .forEach(command::add);
        }
        command.add(program);
        command.add(file.toString());
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(file.resolveSibling("log").toFile())
                .start();
    }

    private void awaitAnswer() {
        Await.until("PgBouncer to answer", () -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new UncheckedIOException("PgBouncer has ended", e);
                }
                return false;
            }
        });
    }
}
