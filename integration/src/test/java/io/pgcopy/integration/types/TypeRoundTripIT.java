/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Every type against a real server: out of one table, into another, and the same bytes there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypeRoundTripIT {
    /** Forms that are no text in a record, or where the server's text says less than the value (a tsquery's brackets). */
    private static final Set<String> NOT_FROM_TEXT =
            Set.of("bytea", "money", "int2vector", "oidvector", "hstore", "addr", "tsquery");

    /** The planner's own: the server sends them and receives none. */
    private static final Set<String> NEVER_RECEIVED = Set.of(
            "pg_node_tree",
            "pg_ndistinct",
            "pg_dependencies",
            "pg_mcv_list",
            "pg_brin_bloom_summary",
            "pg_brin_minmax_multi_summary");

    private PostgresServer server;
    private Database database;
    private Set<TypeEdges> known;

    @BeforeAll
    void start() {
        server = PostgresServer.start(PostgresOptions.named("types"));
        database = server.createDatabase("type_round_trip");
        TypeEdges.prepare(database);
        known = edges().stream().filter(type -> type.isKnownTo(database)).collect(Collectors.toSet());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    static List<TypeEdges> edges() {
        return TypeEdges.all();
    }

    @ParameterizedTest
    @MethodSource("edges")
    void arrivesWithTheServersOwnBytes(TypeEdges type) {
        assumeTrue(known.contains(type), () -> "the server has no " + type.declared());
        fill(type);
        CodecOptions options =
                type.needsStruct() ? CodecOptions.ofSource("string", "exact", "struct", "fail") : CodecOptions.DEFAULT;
        try (RowTrip trip = new RowTrip(database, options)) {
            List<Struct> rows = trip.read("source");
            assertThat(rows).hasSize(type.literals().size() + 1);
            trip.write("target", rows.get(0).schema(), rows);
            assertThat(texts("target")).isEqualTo(texts("source"));
            assertThat(trip.bytes("target")).isEqualTo(trip.bytes("source"));
        }
    }

    static List<TypeEdges> edgesWithText() {
        return edges().stream()
                .filter(type -> !type.declared().matches("reg.*|.*\\[].*"))
                .filter(type -> !NOT_FROM_TEXT.contains(type.declared()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("edgesWithText")
    void isReadFromTheTextThatTheServerWrites(TypeEdges type) {
        assumeTrue(known.contains(type), () -> "the server has no " + type.declared());
        fill(type);
        Schema schema =
                SchemaBuilder.struct().field("v", Schema.OPTIONAL_STRING_SCHEMA).build();
        List<Struct> rows = new ArrayList<>();
        for (String text : texts("source")) {
            rows.add(new Struct(schema).put("v", text));
        }
        try (RowTrip trip = new RowTrip(database, CodecOptions.DEFAULT)) {
            trip.write("target", schema, rows);
            assertThat(texts("target")).isEqualTo(texts("source"));
            assertThat(trip.bytes("target")).isEqualTo(trip.bytes("source"));
        }
    }

    @Test
    void carriesAnUnknownTypeAsText() {
        database.execute(
                "DROP TABLE IF EXISTS source, target",
                "CREATE TABLE source (v aclitem)",
                "INSERT INTO source VALUES ('=r/" + server.user() + "')");
        try (RowTrip trip = new RowTrip(database, CodecOptions.DEFAULT)) {
            List<Struct> rows = trip.read("source");
            assertThat(rows.get(0).getString("v")).isEqualTo("=r/" + server.user());
            Schema field = rows.get(0).schema().field("v").schema();
            assertThat(field.parameters()).containsEntry("io.pgcopy.type", "aclitem");
        }
    }

    /** So that a type which a newer server brings is missed here, and not by a user. */
    @Test
    void everyTypeOfTheServerThatCanBeStoredInBinaryFormHasACodecAndEdges() {
        List<String> types = database
                .rows("SELECT typname FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype = 'b'"
                        + " AND typisdefined AND typsend <> 0 AND typname NOT LIKE '\\_%' ORDER BY typname")
                .stream()
                .map(row -> row.get(0))
                .toList();
        assertThat(types).hasSizeGreaterThan(60);
        Set<String> withEdges = catalogNames();
        for (String name : types) {
            PgType.Scalar type = new PgType.Scalar(0, "pg_catalog", name);
            assertThat(CodecRegistry.of(CodecOptions.DEFAULT).find(type, -1).isPresent())
                    .as("%s has a codec", name)
                    .isNotEqualTo(NEVER_RECEIVED.contains(name));
            assertThat(withEdges.contains(name) || NEVER_RECEIVED.contains(name))
                    .as("%s has edges", name)
                    .isTrue();
        }
    }

    /** What the catalog calls the types that have edges here. */
    private Set<String> catalogNames() {
        String declared = known.stream()
                .map(edge -> "('" + edge.declared().replaceAll("[(].*[)]", "") + "')")
                .collect(Collectors.joining(", "));
        return database
                .rows("SELECT t.typname FROM (VALUES " + declared + ") AS d (name)"
                        + " JOIN pg_type AS t ON t.oid = to_regtype(d.name)")
                .stream()
                .map(row -> row.get(0))
                .collect(Collectors.toSet());
    }

    private void fill(TypeEdges type) {
        List<String> statements = new ArrayList<>(List.of(
                "DROP TABLE IF EXISTS source, target",
                "CREATE TABLE source (v " + type.declared() + ")",
                "CREATE TABLE target (v " + type.declared() + ")",
                "INSERT INTO source VALUES (NULL)"));
        for (int place = 0; place < type.literals().size(); place++) {
            statements.add("INSERT INTO source VALUES (" + type.literal(place) + ")");
        }
        database.execute(statements.toArray(String[]::new));
    }

    private List<String> texts(String table) {
        return database.rows("SELECT v::text FROM " + table).stream()
                .map(row -> row.get(0))
                .toList();
    }
}
