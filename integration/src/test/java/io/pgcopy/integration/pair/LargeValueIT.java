/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows above the broker's own limit of a megabyte, which nobody has raised. */
class LargeValueIT {

    private static final int CHUNK = 500_000;
    // Rows above it are streamed, those below are put together in memory.
    private static final String IN_MEMORY = "2000000";

    private static final String SIZES =
            LargeValues.sizes(0, 1, 2500, CHUNK - 1, CHUNK, CHUNK + 1, 1_000_001, 2_500_000);

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @CsvSource({
        "json, insert, at_least_once", "avro, insert, exactly_once",
        "json, upsert, exactly_once", "avro, upsert, at_least_once"
    })
    void valuesOfEverySizeAndStorageArriveAsTheyAre(String converter, String insertMode, String guarantee) {
        try (Pipe pipe = pipe("sizes", converter)) {
            pipe.both(
                    "CREATE TABLE t (id int PRIMARY KEY, external bytea, extended bytea, main bytea, note text NOT NULL)",
                    "ALTER TABLE t ALTER external SET STORAGE EXTERNAL",
                    "ALTER TABLE t ALTER main SET STORAGE MAIN");
            pipe.source()
                    .execute(
                            "INSERT INTO t SELECT size * 10 + 1, noise(size, 1), NULL, NULL, 'external' FROM " + SIZES,
                            "INSERT INTO t SELECT size * 10 + 2, NULL, noise(size, 2), NULL, 'incompressible' FROM "
                                    + SIZES,
                            "INSERT INTO t SELECT size * 10 + 3, NULL, calm(size), NULL, 'compressed' FROM " + SIZES,
                            "INSERT INTO t SELECT size * 10 + 4, NULL, NULL, noise(size, 3), 'main' FROM " + SIZES,
                            "INSERT INTO t SELECT size * 10 + 5, noise(size, 5), calm(size), noise(size, 6), 'all' FROM "
                                    + SIZES,
                            "INSERT INTO t VALUES (-1, NULL, NULL, NULL, 'none')");
            pipe.startSource("tables", "public.t", "large.value.mode", "chunk");
            pipe.startSink(
                    "insert.mode", insertMode,
                    "delivery.guarantee", guarantee,
                    "consumer.override.isolation.level", "read_committed",
                    "chunk.buffer.row.bytes", IN_MEMORY);
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"json", "avro"})
    void textsAboveTheLimitArriveAsTheyAre(String converter) {
        try (Pipe pipe = pipe("texts", converter)) {
            pipe.both("CREATE TABLE t (id int PRIMARY KEY, t text NOT NULL, v varchar, j json, jb jsonb, x xml)");
            pipe.source()
                    .execute(
                            "INSERT INTO t (id, t) VALUES (1, repeat('a' || chr(233) || chr(8364) || chr(128512), 200000))",
                            "INSERT INTO t (id, t, v) VALUES (2, repeat('\"', 1000000), repeat(chr(1), 700000))",
                            "INSERT INTO t (id, t, j) VALUES (3, '', to_json(repeat('\"x\"', 700000)))",
                            "INSERT INTO t (id, t, jb) VALUES (4, 'small', to_jsonb(repeat('\\y', 700000)))",
                            "INSERT INTO t (id, t, x) VALUES (5, 'x', xmlelement(name a, repeat('<b>', 400000)))",
                            "INSERT INTO t SELECT 6, repeat('t', 600000), repeat('v', 600000), to_json(repeat('j', 600000)),"
                                    + " to_jsonb(repeat('k', 600000)), xmlelement(name a, repeat('m', 600000))",
                            "INSERT INTO t (id, t) VALUES (7, repeat(chr(128512), 230000))");
            pipe.startSource("tables", "public.t", "large.value.mode", "chunk");
            pipe.startSink("chunk.buffer.row.bytes", IN_MEMORY);
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }

    /** Slices of many rows lie between each other where several tasks write to few partitions, and rows share none. */
    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({"insert, exactly_once", "upsert, at_least_once"})
    void severalPartitionsTablesAndTasksArrive(String insertMode, String guarantee) {
        try (Pipe pipe = pipe("partitions", "avro")) {
            for (String table : new String[] {"a", "b", "c"}) {
                pipe.both(
                        "CREATE TABLE " + table + " (id int PRIMARY KEY, content bytea)",
                        "ALTER TABLE " + table + " ALTER content SET STORAGE EXTERNAL");
                pipe.source()
                        .execute(
                                "INSERT INTO " + table + " SELECT i, noise(i * 300000, i) FROM generate_series(0, 8) i",
                                "INSERT INTO " + table + " SELECT i, noise(i, i) FROM generate_series(100, 400) i");
            }
            pipe.startSource(
                    "tables", "public.a, public.b, public.c",
                    "tasks.max", "3",
                    "large.value.mode", "chunk",
                    "topic.creation.default.partitions", "3");
            pipe.startSink(
                    "tasks.max",
                    "2",
                    "insert.mode",
                    insertMode,
                    "delivery.guarantee",
                    guarantee,
                    "consumer.override.isolation.level",
                    "read_committed",
                    "chunk.buffer.row.bytes",
                    IN_MEMORY,
                    "chunk.buffer.bytes",
                    "4000000");
            pipe.awaitCopied("public.a", "public.b", "public.c");
            for (String table : new String[] {"a", "b", "c"}) {
                pipe.assertEqual("public." + table);
            }
        }
    }

    @Test
    void aTableWithoutAKeyArrives() {
        try (Pipe pipe = pipe("keyless", "avro")) {
            pipe.both("CREATE TABLE t (id int, content bytea NOT NULL)");
            pipe.source().execute("INSERT INTO t SELECT i, noise(i * 300000, i) FROM generate_series(0, 8) i");
            pipe.startSource(
                    "tables", "public.t", "large.value.mode", "chunk", "topic.creation.default.partitions", "3");
            pipe.startSink("chunk.buffer.row.bytes", IN_MEMORY);
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }

    @Test
    void aProducerThatIgnoresKeysIsRefused() {
        try (Pipe pipe = pipe("robin", "avro")) {
            pipe.both("CREATE TABLE t (id int, content bytea NOT NULL)");
            assertThat(LargeValues.problems(
                            pipe,
                            pipe.sourceConfig(
                                    "tables", "public.t",
                                    "large.value.mode", "chunk",
                                    "producer.override.partitioner.class",
                                            "org.apache.kafka.clients.producer.RoundRobinPartitioner")))
                    .containsEntry(
                            "large.value.mode",
                            "large.value.mode cannot be chunk with a producer that ignores keys: the slices of a row"
                                    + " must meet in one partition.");
        }
    }

    private static Pipe pipe(String name, String converter) {
        Pipe pipe = Kit.pipe(LargeValues.name(name)).through(converter.equals("json") ? Pipe.JSON : Pipe.AVRO);
        LargeValues.functions(pipe.source());
        return pipe;
    }
}
