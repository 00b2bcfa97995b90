/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/** The server's kernel probes the connection of a row that is written while it arrives: the timer that is set shows it. */
@EnabledOnOs(OS.LINUX)
class KeepAliveIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final String KEEP_ALIVE = "02";
    private static final long TICKS_A_SECOND = 100;

    @Test
    void theServerLooksAfterAClientThatStreamsWithinTheFlushTimeout() {
        try (PostgresServer server = PostgresServer.start(PostgresOptions.named("keep-alive"))) {
            Database db = server.createDatabase("keep_alive");
            db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text)");
            TopicLog log = new TopicLog();
            new Slices(log, P0, 1, "aa", "bb").next();
            Map<String, String> settings = Map.of("chunk.buffer.row.bytes", "0", "flush.timeout.ms", "40000");
            try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
                sink.openAll();
                sink.poll();
                long port = db.number(
                        "SELECT client_port FROM pg_stat_activity WHERE application_name LIKE 'driven-0-stream-%'");
                long[] seconds = {-1};
                Await.until("the keep-alive timer", () -> {
                    secondsToProbe(server.port(), port).ifPresent(found -> seconds[0] = found);
                    return seconds[0] >= 0;
                });
                assertThat(seconds[0]).as("by default it is two hours").isLessThanOrEqualTo(10);
            }
        }
    }

    private static OptionalLong secondsToProbe(int serverPort, long clientPort) {
        for (String line : sockets()) {
            String[] fields = line.strip().split("\\s+");
            if (port(fields[1]) == serverPort && port(fields[2]) == clientPort) {
                String[] timer = fields[5].split(":");
                return timer[0].equals(KEEP_ALIVE)
                        ? OptionalLong.of(Long.parseLong(timer[1], 16) / TICKS_A_SECOND)
                        : OptionalLong.empty();
            }
        }
        return OptionalLong.empty();
    }

    private static List<String> sockets() {
        try {
            List<String> all = new ArrayList<>();
            for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
                if (Files.exists(Path.of(table))) {
                    List<String> lines = Files.readAllLines(Path.of(table));
                    all.addAll(lines.subList(1, lines.size()));
                }
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long port(String address) {
        int colon = address.lastIndexOf(':');
        return colon < 0 ? -1 : Long.parseLong(address.substring(colon + 1), 16);
    }
}
