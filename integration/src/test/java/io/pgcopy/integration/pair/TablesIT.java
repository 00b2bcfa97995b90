/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TablesIT {

    @Test
    void twoTablesOfOneNameInTwoSchemasStayApart() {
        try (Pipe pipe = Kit.pipe("schemas")) {
            pipe.both(
                    "CREATE SCHEMA north",
                    "CREATE SCHEMA south",
                    "CREATE TABLE north.orders (id int PRIMARY KEY, total numeric(12,2))",
                    "CREATE TABLE south.orders (id bigint PRIMARY KEY, note text, blob bytea)");
            pipe.source()
                    .execute(
                            "INSERT INTO north.orders SELECT i, i * 1.01 FROM generate_series(1, 500) AS i",
                            "INSERT INTO south.orders SELECT i, 'n' || i, sha256(i::text::bytea)"
                                    + " FROM generate_series(1, 700) AS i");
            pipe.startSource("tables", "north.orders, south.orders", "tasks.max", "2");
            pipe.startSink("tasks.max", "2");
            pipe.awaitCopied("north.orders", "south.orders");
            pipe.assertEqual("north.orders");
            pipe.assertEqual("south.orders");
        }
    }

    @Test
    void namesThatNeedQuotesArriveInTablesOfTheSameNames() {
        try (Pipe pipe = Kit.pipe("names")) {
            pipe.both(
                    "CREATE SCHEMA \"Große Daten\"",
                    "CREATE TABLE \"Große Daten\".\"select \"\"from\"\".x\" (\"a b\" int PRIMARY KEY, \"Where\" text,"
                            + " \"c\"\"d\" bytea)");
            pipe.source()
                    .execute("INSERT INTO \"Große Daten\".\"select \"\"from\"\".x\" SELECT i, 'v' || i, '\\x01'"
                            + " FROM generate_series(1, 20) AS i");
            pipe.startSource("tables", "\"Große Daten\".*");
            pipe.startSink();
            pipe.awaitCopied("\"Große Daten\".\"select \"\"from\"\".x\"");
            pipe.assertEqual("\"Große Daten\".\"select \"\"from\"\".x\"");
        }
    }

    @Test
    void aTableThatIsDoneIsNotReadAgainAfterARestart() {
        try (Pipe pipe = Kit.pipe("done")) {
            pipe.both("CREATE TABLE t (id int)");
            pipe.source().execute("INSERT INTO t SELECT generate_series(1, 1000)");
            pipe.startSource("tables", "public.t");
            pipe.startSink();
            pipe.awaitCopied("public.t");
            pipe.rest().awaitRunning(pipe.sourceConnector(), 1);
            pipe.rest().stop(pipe.sourceConnector());
            pipe.rest().resume(pipe.sourceConnector());
            pipe.rest().awaitRunning(pipe.sourceConnector(), 1);
            pipe.rest().restart(pipe.sourceConnector());
            pipe.rest().awaitRunning(pipe.sourceConnector(), 1);
            // Another JVM must find what the first has stored.
            pipe.cluster().worker().process().stop(Await.LIMIT);
            pipe.cluster().worker().restart();
            pipe.rest().awaitRunning(pipe.sourceConnector(), 1);
            // A row of another table shows that the reader has gone past the table that was done.
            pipe.both("CREATE TABLE later (id int)");
            pipe.source().execute("INSERT INTO later VALUES (1)");
            pipe.startSource("tables", "public.t, public.later");
            pipe.awaitCopied("public.later");
            assertThat(pipe.cluster().topics().length(pipe.topic("public.t"))).isEqualTo(1000);
            pipe.assertEqual("public.t");
        }
    }

    @Test
    void aConnectorWhoseOffsetsWereResetReadsItsTablesAgain() {
        try (Pipe pipe = Kit.pipe("reset")) {
            pipe.source().execute("CREATE TABLE t AS SELECT generate_series(1, 100) AS id");
            pipe.startSource("tables", "public.t");
            pipe.awaitTopic("public.t", 100);
            pipe.rest().stop(pipe.sourceConnector());
            assertThat(pipe.rest().offsets(pipe.sourceConnector()).path("offsets"))
                    .isNotEmpty();
            pipe.rest().resetOffsets(pipe.sourceConnector());
            assertThat(pipe.rest().offsets(pipe.sourceConnector()).path("offsets"))
                    .isEmpty();
            pipe.rest().resume(pipe.sourceConnector());
            pipe.awaitTopic("public.t", 200);
        }
    }
}
