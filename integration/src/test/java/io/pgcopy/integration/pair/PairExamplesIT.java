/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.ServerCertificate;
import io.pgcopy.integration.fixture.Workspace;
import io.pgcopy.integration.sample.TableDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files of {@code config-examples}, posted as they are but for what a user must put in: hosts, the authority of
 * the servers' certificates, the place of the secrets. {@code QuickstartIT} runs the pair of that name.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PairExamplesIT {
    private static final String SECRETS = "/etc/kafka-connect/secrets.properties";
    private static final String READER_PASSWORD = "reader-3f";
    private static final String WRITER_PASSWORD = "writer-7a";

    @TempDir
    static Path folder;

    private PostgresServer from;
    private PostgresServer to;
    private ServerCertificate certificate;
    private Path secrets;
    private ConnectCluster cluster;
    private String example;

    @BeforeAll
    void start() throws IOException {
        certificate = ServerCertificate.create();
        from = PostgresServer.startOwn(server("examples-source"));
        to = PostgresServer.startOwn(server("examples-target"));
        role(from, "pgcopy_reader", READER_PASSWORD);
        role(to, "pgcopy_writer", WRITER_PASSWORD);
        role(from, "pgcopy", READER_PASSWORD);
        role(to, "pgcopy", WRITER_PASSWORD);
        secrets = Files.writeString(
                folder.resolve("secrets.properties"),
                "source.password=" + READER_PASSWORD + "\ntarget.password=" + WRITER_PASSWORD + "\n");
        // What docs/operations.md counts for rows of 40 MB through one source and one sink task.
        cluster = ConnectCluster.start(ClusterOptions.named("pair-examples").withWorker(worker -> worker.withHeap(
                        "560m")
                .with("config.providers", "env,file")
                .with("config.providers.env.class", "org.apache.kafka.common.config.provider.EnvVarConfigProvider")
                .with("config.providers.file.class", "org.apache.kafka.common.config.provider.FileConfigProvider")
                .with("config.providers.file.param.allowed.paths", folder.toString())
                .withEnvironment(Map.of("SOURCE_PASSWORD", READER_PASSWORD, "TARGET_PASSWORD", WRITER_PASSWORD))));
    }

    @AfterAll
    void stop() {
        cluster.close();
        from.close();
        to.close();
    }

    @AfterEach
    void endConnectors() {
        cluster.rest().delete(example + "-source");
        cluster.rest().delete(example + "-sink");
        cluster.topics().names().stream()
                .filter(topic -> topic.startsWith("copy.") || topic.startsWith("archive."))
                .forEach(cluster.topics()::delete);
    }

    @Test
    void aWholeSchemaArrivesThroughTlsWithoutTheTablesThatAreLeftOut() throws IOException, SQLException {
        Database source = from.createDatabase("shop");
        Database target = to.createDatabase("shop");
        for (Database side : new Database[] {source, target}) {
            side.execute(
                    "CREATE SCHEMA sales",
                    "CREATE SCHEMA warehouse",
                    "CREATE TABLE sales.orders (id bigint PRIMARY KEY, customer int NOT NULL, at timestamptz,"
                            + " total numeric(12,2), note text)",
                    "CREATE TABLE sales.\"Order Lines\" (\"order\" bigint, line int, price numeric, weight float8,"
                            + " PRIMARY KEY (\"order\", line))",
                    "CREATE TABLE sales.audit_log (at timestamptz, what text)",
                    "CREATE TABLE warehouse.orders (id int, shelf uuid, tags text[])",
                    "CREATE TABLE warehouse.moves (day date NOT NULL, id int) PARTITION BY RANGE (day)",
                    "CREATE TABLE warehouse.moves_1 PARTITION OF warehouse.moves DEFAULT");
        }
        source.execute(
                "INSERT INTO sales.orders SELECT i, i % 97, timestamptz '2026-01-01' + i * interval '1 second',"
                        + " i / 7.0, repeat('é', i % 40) FROM generate_series(1, 30000) AS i",
                "INSERT INTO sales.\"Order Lines\" SELECT i, 1, i / 3.0, sqrt(i) FROM generate_series(1, 10000) AS i",
                "INSERT INTO sales.audit_log SELECT now(), 'x' FROM generate_series(1, 10)",
                "INSERT INTO warehouse.orders SELECT i % 5, gen_random_uuid(), ARRAY['a', NULL, i::text]"
                        + " FROM generate_series(1, 5000) AS i",
                "INSERT INTO warehouse.moves SELECT date '2026-01-01' + i % 300, i FROM generate_series(1, 5000) AS i");
        grant(source, "sales", "SELECT", "pgcopy_reader");
        grant(source, "warehouse", "SELECT", "pgcopy_reader");
        grant(target, "sales", "INSERT", "pgcopy_writer");
        grant(target, "warehouse", "INSERT", "pgcopy_writer");
        start("whole-schema");
        for (String table :
                new String[] {"sales.orders", "sales.\"Order Lines\"", "warehouse.orders", "warehouse.moves"}) {
            awaitEqual(source, target, table);
        }
        assertThat(target.count("sales.audit_log")).isZero();
        assertThat(cluster.topics().names())
                .filteredOn(topic -> topic.startsWith("copy."))
                .containsExactlyInAnyOrder(
                        "copy.sales.orders", "copy.sales.Order_Lines", "copy.warehouse.orders", "copy.warehouse.moves");
        assertThat(cluster.worker().logText()).doesNotContain("does not verify");
    }

    @Test
    void blobsUpToTheRaisedLimitArrive() throws IOException, SQLException {
        Database source = from.createDatabase("source");
        Database target = to.createDatabase("target");
        for (Database side : new Database[] {source, target}) {
            side.execute(
                    "CREATE SCHEMA archive",
                    "CREATE TABLE archive.documents (id int PRIMARY KEY, name text NOT NULL, content bytea)");
        }
        source.execute(
                "ALTER TABLE archive.documents ALTER content SET STORAGE EXTERNAL",
                "CREATE FUNCTION noise(bytes int) RETURNS bytea LANGUAGE sql AS $$ SELECT substr(string_agg("
                        + "sha512((random() || ' ' || i)::bytea), ''), 1, bytes) FROM generate_series(1, bytes / 64 + 1) AS i $$",
                "INSERT INTO archive.documents VALUES (1, 'empty', ''), (2, 'none', NULL), (3, 'small', noise(1000)),"
                        + " (4, 'default limit', noise(1048576)), (5, 'half', noise(20000000)),"
                        + " (6, 'largest', noise(39990000)), (7, 'after', noise(500))");
        grant(source, "archive", "SELECT", "pgcopy");
        grant(target, "archive", "INSERT", "pgcopy");
        start("blobs-raised-limit");
        awaitEqual(source, target, "archive.documents");
    }

    @Test
    void valuesOfAnySizeArriveInSlices() throws IOException, SQLException {
        Database source = from.createDatabase("source");
        Database target = to.createDatabase("target");
        for (Database side : new Database[] {source, target}) {
            side.execute(
                    "CREATE SCHEMA archive",
                    "CREATE TABLE archive.documents (id int PRIMARY KEY, name text NOT NULL, content bytea)");
        }
        source.execute(
                "ALTER TABLE archive.documents ALTER content SET STORAGE EXTERNAL",
                "INSERT INTO archive.documents VALUES (1, 'empty', ''), (2, 'none', NULL),"
                        + " (3, 'small', decode(repeat('00ff', 500), 'hex')),"
                        + " (4, 'above the limit', decode(repeat(md5('4'), 80000), 'hex')),"
                        + " (5, 'beyond what is put together in memory', decode(repeat(md5('5'), 1000000), 'hex'))");
        grant(source, "archive", "SELECT", "pgcopy");
        grant(target, "archive", "INSERT", "pgcopy");
        // For the ledger.
        target.execute("GRANT CREATE ON SCHEMA public TO pgcopy");
        start("large-values");
        awaitEqual(source, target, "archive.documents");
        assertThat(cluster.topics().length("archive.documents"))
                .as("rows in slices")
                .isGreaterThan(15);
    }

    /** Names of its own for each example: Connect keeps by them what was copied. */
    private void start(String name) throws IOException {
        example = name;
        cluster.rest().put(example + "-source", read("source", from));
        cluster.rest().put(example + "-sink", read("sink", to));
    }

    private String read(String side, PostgresServer server) throws IOException {
        Path file = Workspace.repository()
                .resolve("config-examples")
                .resolve(example)
                .resolve(side + ".json");
        return Files.readString(file)
                .replace(side.equals("source") ? "source.example:5432" : "target.example:5432", "localhost:5432")
                .replace("localhost:5432", "localhost:" + server.port())
                .replace("sslmode=verify-full", "sslmode=verify-full&sslrootcert=" + certificate.certificate())
                .replace(SECRETS, secrets.toString());
    }

    private void awaitEqual(Database source, Database target, String table) throws SQLException {
        long rows = source.count(table);
        Await.until(
                rows + " rows in " + table,
                () -> {
                    cluster.rest().refuseFailure(example + "-source");
                    cluster.rest().refuseFailure(example + "-sink");
                    return target.count(table) >= rows;
                },
                () -> "rows now: " + target.count(table) + System.lineSeparator()
                        + cluster.worker().process().tail());
        try (Connection here = source.connect();
                Connection there = target.connect()) {
            assertThat(TableDigest.of(there, table)).as(table).isEqualTo(TableDigest.of(here, table));
        }
    }

    private PostgresOptions server(String name) {
        return PostgresOptions.named(name).from(PostgresOptions.Origin.EMBEDDED).with(certificate);
    }

    private static void role(PostgresServer server, String name, String password) {
        server.database(server.maintenanceDatabase())
                .execute("CREATE ROLE " + name + " LOGIN PASSWORD '" + password + "' CONNECTION LIMIT 20");
    }

    private static void grant(Database database, String schema, String right, String role) {
        database.execute(
                "GRANT USAGE ON SCHEMA " + schema + " TO " + role,
                "GRANT " + right + " ON ALL TABLES IN SCHEMA " + schema + " TO " + role);
    }
}
