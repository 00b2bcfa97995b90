/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Database;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A connection that could be listened to is told of in the worker's log. */
class UnverifiedConnectionIT {

    @Test
    void eachTaskSaysItOnceWhenItStarts() {
        try (Pipe pipe = Kit.pipe("unverified")) {
            pipe.both("CREATE TABLE t (id int PRIMARY KEY)");
            pipe.source().execute("INSERT INTO t VALUES (1)");
            pipe.startSource("tables", "public.t", "connection.url", unverified(pipe.source()));
            pipe.startSink("connection.url", unverified(pipe.target()));
            pipe.awaitCopied("public.t");
            List<String> warnings = pipe.cluster()
                    .worker()
                    .logText()
                    .lines()
                    .filter(line -> line.contains("does not verify"))
                    // The thread's name holds the connector's: other tests use the same worker.
                    .filter(line -> line.contains("unverified-s"))
                    .toList();
            assertThat(warnings).hasSize(2).allSatisfy(line -> assertThat(line)
                    .contains(
                            "WARN",
                            "connection.url",
                            "127.1:" + pipe.source().server().port(),
                            "sslmode=verify-full"));
        }
    }

    /** The loopback by a name that need not be one: the server is reached, and counts as far away. */
    private static String unverified(Database database) {
        return "jdbc:postgresql://127.1:" + database.server().port() + "/" + database.name();
    }
}
