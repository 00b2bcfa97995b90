/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A table that the sink makes of the records of one that the source read: the columns are those of the source's. */
class AutoCreateThroughKafkaIT {

    // size: a table, one line a column
    @ParameterizedTest
    @ValueSource(strings = {Pipe.JSON, Pipe.AVRO})
    void isTheSourcesTableAsFarAsTheTargetKnowsItsTypes(String converter) {
        try (Pipe pipe = Kit.pipe(converter.equals(Pipe.JSON) ? "create_json" : "create_avro")
                .through(converter)) {
            pipe.source()
                    .execute(
                            "CREATE TYPE mood AS ENUM ('sad', 'so, so')",
                            "CREATE TYPE known AS ENUM ('yes')",
                            "CREATE DOMAIN price AS numeric(8,2)",
                            "CREATE DOMAIN \"Deep Price\" AS price",
                            "CREATE TABLE \"Orders\" (\"Id\" int, part bigint, code varchar(20) NOT NULL, amount numeric(12,2),"
                                    + " at timestamptz(3), bits bit(3), tags varchar(7)[], feel mood, sure known,"
                                    + " cost price, deep \"Deep Price\" NOT NULL, costs price[], span int4range,"
                                    + " dur interval day to second(2), doc jsonb, net inet, PRIMARY KEY (part, \"Id\"))",
                            "INSERT INTO \"Orders\" VALUES (1, 2, 'c', 1.10, '2024-02-29 12:34:56.789+00', '101', '{a,b}',"
                                    + " 'so, so', 'yes', 5, 6.50, '{1.00,NULL}', '[1,3)', '1 day 00:00:01.25', '{}', '::1')");
            pipe.target().execute("CREATE TYPE known AS ENUM ('yes')");
            pipe.startSource("tables", "public.\"Orders\"");
            pipe.startSink("auto.create", "true", "auto.evolve", "true");
            awaitRows(pipe.target(), 1);

            assertThat(pipe.target()
                            .rows("SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute"
                                    + " WHERE attrelid = '\"Orders\"'::regclass AND attnum > 0 ORDER BY attnum"))
                    .containsExactly(
                            List.of("Id", "integer", "t"),
                            List.of("part", "bigint", "t"),
                            List.of("code", "character varying(20)", "t"),
                            List.of("amount", "numeric(12,2)", "f"),
                            List.of("at", "timestamp(3) with time zone", "f"),
                            List.of("bits", "bit(3)", "f"),
                            List.of("tags", "character varying(7)[]", "f"),
                            List.of("feel", "text", "f"),
                            List.of("sure", "known", "f"),
                            List.of("cost", "numeric(8,2)", "f"),
                            List.of("deep", "numeric(8,2)", "t"),
                            List.of("costs", "numeric(8,2)[]", "f"),
                            List.of("span", "int4range", "f"),
                            List.of("dur", "interval day to second(2)", "f"),
                            List.of("doc", "jsonb", "f"),
                            List.of("net", "inet", "f"));
            assertThat(pipe.target()
                            .text("SELECT pg_get_constraintdef(oid) FROM pg_constraint"
                                    + " WHERE contype = 'p' AND conrelid = '\"Orders\"'::regclass"))
                    .isEqualTo("PRIMARY KEY (part, \"Id\")");
            assertThat(pipe.target().rows("TABLE \"Orders\""))
                    .isEqualTo(pipe.source().rows("TABLE \"Orders\""));
        }
    }

    private static void awaitRows(Database target, int rows) {
        Await.until(
                "the sink to make the table",
                () -> target.text("SELECT to_regclass('public.\"Orders\"')") != null
                        && target.count("\"Orders\"") >= rows);
    }
}
