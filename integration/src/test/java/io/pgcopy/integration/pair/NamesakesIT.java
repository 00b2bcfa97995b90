/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types that a user has given the names of the server's own. */
class NamesakesIT {

    @ParameterizedTest
    @ValueSource(strings = {"insert", "upsert"})
    void typesThatAreCalledLikeTheServersOwnArriveAsWhatTheyAre(String insertMode) {
        try (Pipe pipe = Kit.pipe("namesakes_" + insertMode).through(Pipe.AVRO)) {
            pipe.both(
                    "CREATE SCHEMA app",
                    "CREATE TYPE app.json AS (a int, b pg_catalog.text)",
                    "CREATE TYPE app.bytea AS (x int)",
                    "CREATE TYPE app.oid AS ENUM ('one', 'two')",
                    "CREATE TYPE app.xml AS RANGE (subtype = pg_catalog.int4)",
                    // Bytes under a name that says text, two domains deep.
                    "CREATE DOMAIN app.jsonb AS pg_catalog.bytea",
                    "CREATE DOMAIN app.text AS app.jsonb",
                    "CREATE TABLE t (id int PRIMARY KEY, j app.json, b app.bytea NOT NULL, o app.oid, x app.xml,"
                            + " d app.text, big pg_catalog.bytea NOT NULL)");
            LargeValues.functions(pipe.source());
            pipe.source()
                    .execute(
                            "INSERT INTO t SELECT i, ROW(i, 'b' || i)::app.json, ROW(i * 2)::app.bytea, 'two', app.xml(i, i + 5),"
                                    + " noise(i * 300000, i), noise(i * 400000, -i) FROM generate_series(1, 6) AS i");
            pipe.startSource(
                    "tables", "public.t",
                    "large.value.mode", "chunk",
                    "large.objects", "lo",
                    "large.object.columns", "public.t.*");
            pipe.startSink("insert.mode", insertMode);
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }
}
