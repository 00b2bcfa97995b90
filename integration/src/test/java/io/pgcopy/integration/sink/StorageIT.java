/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.data.DataPattern;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What becomes of stored values, read back from the server, under each way to have their storage looked after. */
class StorageIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final int SIZE = 20_000;
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("b", Schema.OPTIONAL_BYTES_SCHEMA)
            .build();
    private static final Map<String, String> AUTO = Map.of("bytea.storage", "auto");
    private static final Map<String, String> AUTO_PGLZ = Map.of("bytea.storage", "auto", "bytea.compression", "pglz");

    private static PostgresServer server;
    private static boolean hasLz4;
    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("storage"));
        hasLz4 = server.database(server.maintenanceDatabase())
                .text("SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'")
                .equals("t");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("storage");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, b bytea)");
    }

    @Test
    void autoStoresWhatIsCompressedInVainAsItIsFromTheFirstTransactionOn() {
        write(DataPattern.ZIP, 40, AUTO_PGLZ);

        assertThat(storage("t")).isEqualTo("e");
        assertThat(compressions()).isEqualTo("none");
    }

    @Test
    void autoKeepsTheCompressionOfWhatItSaves() {
        write(DataPattern.JSON, 40, AUTO_PGLZ);

        assertThat(storage("t")).isEqualTo("x");
        assertThat(compressions()).isEqualTo("pglz");
    }

    @Test
    void autoGivesCompressionBackWhereItPays() {
        db.execute("ALTER TABLE t ALTER b SET STORAGE EXTERNAL");
        write(DataPattern.TEXT, 40, AUTO_PGLZ);

        assertThat(storage("t")).isEqualTo("x");
        assertThat(compressions()).isEqualTo("pglz");
    }

    @Test
    void autoChangesNothingForDataThatTheServerGivesUpAtOnce() {
        write(DataPattern.RANDOM, 40, AUTO);

        assertThat(storage("t")).isEqualTo("x");
    }

    @Test
    void tooFewValuesChangeNothing() {
        write(DataPattern.ZIP, 31, AUTO_PGLZ);

        assertThat(storage("t")).isEqualTo("x");
    }

    @Test
    void reportSaysWhatToRunAndRunsNothing() {
        try (SinkDriver sink = drain(DataPattern.HEX, 40, Map.of("bytea.compression", "pglz"))) {
            assertThat(metric("Finding")).isEqualTo("WASTED");
            assertThat(metric("Advice"))
                    .isEqualTo("ALTER TABLE \"public\".\"t\" ALTER COLUMN \"b\" SET STORAGE EXTERNAL");
            assertThat((double) metric("WastedShare")).isGreaterThan(0.9);
            assertThat((double) metric("CompressionCpuMillisPerMb")).isGreaterThan(10);
            assertThat(sink.committed).containsEntry(P0, 40L);
        }
        assertThat(storage("t")).isEqualTo("x");
        assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(metricName()))
                .as("the metric goes with the task")
                .isFalse();
    }

    @Test
    void keepLooksAtNothing() {
        try (SinkDriver sink = drain(DataPattern.HEX, 40, Map.of("bytea.storage", "keep"))) {
            assertThat(sink.committed).containsEntry(P0, 40L);
            assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(metricName()))
                    .isFalse();
        }
        assertThat(storage("t")).isEqualTo("x");
    }

    @Test
    void aFixedStorageIsSetBeforeTheFirstRow() {
        write(DataPattern.JSON, 1, Map.of("bytea.storage", "external"));

        assertThat(storage("t")).isEqualTo("e");
        assertThat(compressions()).isEqualTo("none");
    }

    @Test
    void aFixedStorageIsForBytesUnderAnyNumberOfDomainsAndForNothingOfTheirName() {
        db.execute(
                "CREATE SCHEMA app",
                "CREATE DOMAIN app.text AS bytea",
                "CREATE DOMAIN app.blob AS app.text",
                "CREATE TYPE app.bytea AS (x text)",
                "DROP TABLE t",
                "CREATE TABLE t (id int8 PRIMARY KEY, b app.blob, c app.bytea)");
        write(DataPattern.JSON, 1, Map.of("bytea.storage", "external"));

        assertThat(storage("t")).isEqualTo("e");
        assertThat(db.text("SELECT attstorage FROM pg_attribute WHERE attrelid = 't'::regclass AND attname = 'c'"))
                .isEqualTo("x");
    }

    @Test
    void withoutOwnershipRowsAreWrittenAndTheOwnerIsToldWhatToRun() {
        db.execute(
                "DROP ROLE IF EXISTS writer", "CREATE ROLE writer LOGIN PASSWORD 'w'", "GRANT INSERT ON t TO writer");
        Map<String, String> settings = new HashMap<>(AUTO_PGLZ);
        settings.put("connection.user", "writer");
        settings.put("connection.password", "w");
        try (SinkDriver sink = drain(DataPattern.ZIP, 40, settings)) {
            assertThat(sink.committed).containsEntry(P0, 40L);
            assertThat((String) metric("Advice")).contains("SET STORAGE EXTERNAL");
        }
        assertThat(storage("t")).isEqualTo("x");
        assertThat(db.count("t")).isEqualTo(40);
    }

    @Test
    void everyPartitionIsChangedAndTheRootForThoseToCome() {
        db.execute(
                "DROP TABLE t",
                "CREATE TABLE t (id int8, b bytea) PARTITION BY RANGE (id)",
                "CREATE TABLE t_low PARTITION OF t FOR VALUES FROM (0) TO (20)",
                "CREATE TABLE t_high PARTITION OF t FOR VALUES FROM (20) TO (1000) PARTITION BY RANGE (id)",
                "CREATE TABLE t_high_one PARTITION OF t_high FOR VALUES FROM (20) TO (100)");
        write(DataPattern.ZIP, 40, AUTO_PGLZ);
        db.execute("CREATE TABLE t_later PARTITION OF t_high FOR VALUES FROM (100) TO (1000)");

        for (String table : List.of("t", "t_low", "t_high", "t_high_one", "t_later")) {
            assertThat(storage(table)).as(table).isEqualTo("e");
        }
        assertThat(compressions()).isEqualTo("none");
    }

    @Test
    void aTableThatIsInUseIsWrittenToAndChangedLater() throws SQLException {
        try (SinkDriver sink = SinkDriver.of(db, log, AUTO_PGLZ)) {
            try (Connection reader = db.connect();
                    Statement statement = reader.createStatement()) {
                reader.setAutoCommit(false);
                statement.execute("SELECT count(*) FROM t");
                add(DataPattern.ZIP, 0, 40);
                sink.openAll();
                sink.drain();
                assertThat(sink.committed).containsEntry(P0, 40L);
                assertThat(storage("t")).as("a reader holds the table").isEqualTo("x");
                reader.rollback();
            }
            for (int i = 40; storage("t").equals("x"); i++) {
                add(DataPattern.ZIP, i, i + 1);
                sink.drain();
            }
        }
        assertThat(storage("t")).isEqualTo("e");
    }

    @Test
    void lz4IsUsedForTheConnectorsTransactionsAlone() {
        assumeLz4();
        write(DataPattern.JSON, 40, Map.of());

        assertThat(compressions()).isEqualTo("lz4");
        assertThat(db.text("SHOW default_toast_compression")).isEqualTo("pglz");
    }

    @Test
    void autoUnderLz4ChangesStorageOnlyWhereLz4WorksInVain() {
        assumeLz4();
        write(DataPattern.GZIP, 40, AUTO);
        assertThat(storage("t")).isEqualTo("x");
        db.execute("TRUNCATE t");

        TopicPartition other = new TopicPartition("u", 0);
        db.execute("CREATE TABLE u (id int8 PRIMARY KEY, b bytea)");
        for (int i = 0; i < 40; i++) {
            log.add(other, row(DataPattern.UUID_TEXT, i));
        }
        drain(AUTO).close();
        assertThat(storage("u")).isEqualTo("e");
    }

    @Test
    void aCompressionThatSomebodyChoseStays() {
        assumeLz4();
        db.execute("ALTER TABLE t ALTER b SET COMPRESSION pglz");
        write(DataPattern.JSON, 2, Map.of());
        assertThat(compressions()).isEqualTo("pglz");

        db.execute(
                "DROP TABLE t",
                "CREATE TABLE t (id int8 PRIMARY KEY, b bytea)",
                "ALTER DATABASE storage SET default_toast_compression = 'pglz'");
        drain(Map.of()).close();
        assertThat(compressions()).isEqualTo("pglz");
    }

    @Test
    void compressionKeepLeavesTheServersDefault() {
        write(DataPattern.JSON, 2, Map.of("bytea.compression", "keep"));

        assertThat(compressions()).isEqualTo("pglz");
    }

    @Test
    void lz4IsRefusedWhereTheServerLacksIt() {
        PostgresOptions embedded = PostgresOptions.named("no-lz4").from(PostgresOptions.Origin.EMBEDDED);
        try (PostgresServer plain = PostgresServer.start(embedded)) {
            db = plain.createDatabase("storage");
            db.execute("CREATE TABLE t (id int8 PRIMARY KEY, b bytea)");
            add(DataPattern.JSON, 0, 40);
            assertThatThrownBy(() -> drain(Map.of("bytea.compression", "lz4")).close())
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("without lz4")
                    .hasMessageContaining("bytea.compression");

            drain(AUTO).close();
            assertThat(compressions()).as("auto needs no lz4").isEqualTo("pglz");
        }
    }

    // The documentation has it as the length from which rows are compressed; below 2 kB the server never does.
    @ParameterizedTest
    @CsvSource({"8160, 7000", "128, 1900"})
    void rowsThatTheServerLeavesAsTheyAreTellNothing(int toastTupleTarget, int size) {
        db.execute("ALTER TABLE t SET (toast_tuple_target = " + toastTupleTarget + ")");
        for (int i = 0; i < 40; i++) {
            log.add(P0, new Struct(ROW).put("id", (long) i).put("b", DataPattern.JSON.value(i, size)));
        }
        try (SinkDriver sink = drain(Map.of("bytea.compression", "pglz"))) {
            assertThat(sink.isDrained()).isTrue();
            assertThat(compressions()).as("what the server does with them").isEqualTo("none");
            assertThat(metric("Finding")).isEqualTo("UNKNOWN");
            assertThat(metric("SampledValues")).isEqualTo(0L);
        }
    }

    @Test
    void compressionIsEachPartitionsOwnAndStorageReachesThemAll() {
        db.execute(
                "DROP TABLE t",
                "CREATE TABLE t (id int8, b bytea) PARTITION BY RANGE (id)",
                "CREATE TABLE t_one PARTITION OF t FOR VALUES FROM (0) TO (1000)",
                "ALTER TABLE t ALTER b SET COMPRESSION pglz");
        assertThat(db.text("SELECT attcompression FROM pg_attribute WHERE attrelid = 't_one'::regclass"
                        + " AND attname = 'b'"))
                .as("SET COMPRESSION does not reach a partition")
                .isEmpty();
        if (hasLz4) {
            write(DataPattern.JSON, 40, Map.of());
            assertThat(compressions())
                    .as("so the partition has none of its own")
                    .isEqualTo("lz4");
        }
        db.execute("ALTER TABLE t ALTER b SET STORAGE EXTERNAL");
        assertThat(storage("t_one")).as("SET STORAGE does").isEqualTo("e");
    }

    @Test
    void autoLooksAfterATableThatItHasJustMade() {
        db.execute("DROP TABLE t");
        Map<String, String> settings = new HashMap<>(AUTO_PGLZ);
        settings.put("auto.create", "true");
        write(DataPattern.ZIP, 40, settings);

        assertThat(storage("t")).isEqualTo("e");
        assertThat(compressions()).isEqualTo("none");
    }

    private static void assumeLz4() {
        assumeTrue(
                hasLz4,
                "this server was built without lz4: point PGCOPY_PG_BIN at one that was, Debian's postgresql-15 for one");
    }

    private void write(DataPattern pattern, int rows, Map<String, String> settings) {
        drain(pattern, rows, settings).close();
    }

    private SinkDriver drain(DataPattern pattern, int rows, Map<String, String> settings) {
        add(pattern, 0, rows);
        return drain(settings);
    }

    private SinkDriver drain(Map<String, String> settings) {
        SinkDriver sink = SinkDriver.of(db, log, settings);
        try {
            sink.openAll();
            sink.drain();
            return sink;
        } catch (RuntimeException e) {
            sink.close();
            throw e;
        }
    }

    private void add(DataPattern pattern, int from, int to) {
        for (int i = from; i < to; i++) {
            log.add(P0, row(pattern, i));
        }
    }

    private static Struct row(DataPattern pattern, int id) {
        return new Struct(ROW).put("id", (long) id).put("b", pattern.value(id, SIZE));
    }

    private String storage(String table) {
        return db.text("SELECT attstorage FROM pg_attribute WHERE attrelid = '" + table + "'::regclass"
                + " AND attname = 'b'");
    }

    /** What the values are compressed with, all of them. */
    private String compressions() {
        return db.text("SELECT string_agg(DISTINCT coalesce(pg_column_compression(b), 'none'), ' ') FROM t");
    }

    private static Object metric(String attribute) {
        try {
            return ManagementFactory.getPlatformMBeanServer().getAttribute(metricName(), attribute);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectName metricName() {
        try {
            return new ObjectName(
                    "io.pgcopy:type=sink-storage,connector=\"driven\",task=0,table=\"public.t\",column=\"b\"");
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }
}
