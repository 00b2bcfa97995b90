/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Types of extensions that a stock server does not bring, through Kafka into a table that the sink makes: skipped, with the reason,
 * where the server has no such extension. Debian's {@code postgresql-15-postgis-3} has PostGIS.
 */
class ExtensionTypesIT {
    @Test
    void geometriesOfPostgisArriveInATableThatTheSinkMakes() {
        arriveExactly(
                "postgis",
                new TypeEdges(
                        "geometry",
                        List.of(
                                "SRID=4326;POINT(1 2)",
                                "POINT EMPTY",
                                "POLYGON((0 0,1 0,1 1,0 0))",
                                "POINT ZM (1 2 3 4)",
                                "GEOMETRYCOLLECTION(POINT(0 0),LINESTRING(0.1 0.2,1e300 -5e-324))")),
                new TypeEdges("geometry(Point,4326)", List.of("SRID=4326;POINT(1.5 -2)")),
                new TypeEdges(
                        "geometry(MultiPolygonZ,3857)",
                        List.of("SRID=3857;MULTIPOLYGON Z (((0 0 1,1 0 1,1 1 1,0 0 1)))")),
                new TypeEdges("geography", List.of("SRID=4326;POINT(10 50)")),
                new TypeEdges("geography(Point,4326)", List.of("POINT(-180 90)")),
                new TypeEdges("geometry[]", List.of("{0101000000000000000000F03F0000000000000040:NULL}")),
                new TypeEdges("box3d", List.of("BOX3D(1 2 3,4 5 6)")));
    }

    @Test
    void vectorsOfPgvectorArriveInATableThatTheSinkMakes() {
        arriveExactly(
                "vector",
                new TypeEdges("vector", List.of("[1,2,3]", "[0.1,0.5,1e-45]")),
                new TypeEdges("vector(3)", List.of("[3.4028235e38,2,3]")),
                new TypeEdges("halfvec(3)", List.of("[1,0.5,65504]", "[6e-08,0,2]")),
                new TypeEdges("sparsevec(5)", List.of("{1:0.5,3:2}/5", "{}/5")));
    }

    private static void arriveExactly(String extension, TypeEdges... types) {
        assumeTrue(
                Kit.server()
                                .database("postgres")
                                .number("SELECT count(*) FROM pg_available_extensions WHERE name = '" + extension + "'")
                        > 0,
                Kit.server().description() + " has no extension " + extension);
        try (Pipe pipe = Kit.pipe("types_" + extension).through(Pipe.AVRO)) {
            pipe.both("CREATE EXTENSION " + extension);
            Database target = pipe.target();
            WideTable table = new WideTable(
                    "wide",
                    Stream.of(types).filter(type -> type.isKnownTo(target)).toList());
            table.create(pipe.source());
            table.fill(pipe.source());
            WideTable expected = table.named("expected");
            expected.create(target);
            expected.fill(target);
            pipe.startSource("tables", "public.wide");
            pipe.startSink("auto.create", "true");
            Await.until("the sink to make the table", () -> target.text("SELECT to_regclass('public.wide')") != null);
            pipe.awaitCopied("public.wide");

            assertThat(columns(target, "wide")).isEqualTo(columns(target, "expected"));
            assertThat(table.except(target, expected)).isEmpty();
            assertThat(expected.except(target, table)).isEmpty();
        }
    }

    private static List<List<String>> columns(Database database, String table) {
        return database.rows("SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute"
                + " WHERE attrelid = '" + table + "'::regclass AND attnum > 0 ORDER BY attnum");
    }
}
