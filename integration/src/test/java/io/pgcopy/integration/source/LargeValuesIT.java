/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.db.SelectList;
import io.pgcopy.connect.db.SlicedColumns;
import io.pgcopy.connect.source.PgCopySourceTask;
import io.pgcopy.connect.type.TableId;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Rows that are larger than a record may be. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeValuesIT {
    private static final int LIMIT = 20_000;
    private static final int CHUNK = 8_000;

    private PostgresServer server;
    private Database database;

    @BeforeAll
    void start() {
        server = PostgresServer.start(PostgresOptions.named("source-large"));
        database = server.createDatabase("source_large");
        database.execute(
                // Bytes that no compression makes smaller, and bytes that any makes tiny.
                "CREATE FUNCTION noise(size int, seed int) RETURNS bytea LANGUAGE sql AS $$"
                        + " SELECT coalesce(substring(string_agg(sha256((seed || '-' || i)::bytea), '' ORDER BY i)"
                        + " FROM 1 FOR size), '') FROM generate_series(1, size / 32 + 1) AS i $$",
                "CREATE FUNCTION calm(size int) RETURNS bytea LANGUAGE sql AS $$"
                        + " SELECT decode(repeat('6162636465666768', size / 8 + 1), 'hex') $$");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXTERNAL", "EXTENDED", "MAIN"})
    void valuesOfEverySizeComeBackAsTheyWere(String storage) {
        String table = "sizes_" + storage.toLowerCase(Locale.ROOT);
        database.execute(
                "CREATE TABLE " + table + " (id int PRIMARY KEY, a bytea, note text, b bytea)",
                "ALTER TABLE " + table + " ALTER a SET STORAGE " + storage,
                "INSERT INTO " + table
                        + " SELECT row_number() OVER (), noise(size, size), 'note ' || size, noise(size * 2, 7)"
                        + " FROM unnest(ARRAY[0, 1, 6665, 6666, 6667, 7999, 8000, 8001, 16000, 100000]) AS size",
                "INSERT INTO " + table + " VALUES (20, NULL, NULL, NULL), (21, calm(300000), 'calm', calm(9000)),"
                        + " (22, NULL, 'one', noise(50000, 1)), (23, noise(50000, 2), 'other', NULL)");
        Reassembled all = Reassembled.of(chunked(table).all());
        assertThat(digests(all, "a")).isEqualTo(digests(table, "a"));
        assertThat(digests(all, "b")).isEqualTo(digests(table, "b"));
        assertThat(all.largestRecord()).as("of the slices").isBetween(1, CHUNK);
        assertThat(all.rows()).allSatisfy(row -> assertThat((String) row.get("note"))
                .isEqualTo(database.text("SELECT note FROM " + table + " WHERE id = " + row.get("id"))));
    }

    @Test
    void aNotNullColumnAndATableWithoutKeyAreSlicedToo() {
        database.execute(
                "CREATE TABLE keyless (id int, a bytea NOT NULL)",
                "INSERT INTO keyless VALUES (1, noise(30000, 1)), (2, ''), (3, noise(20001, 2))");
        List<SourceRecord> records = chunked("keyless").all();
        assertThat(digests(Reassembled.of(records), "a")).isEqualTo(digests("keyless", "a"));
        assertThat(records.stream()
                        .filter(record -> record.key() != null)
                        .map(SourceRecord::key)
                        .distinct())
                .as("all slices of a split share a key: a later attempt follows the earlier one")
                .hasSize(1);
    }

    @Test
    void textAndJsonAreCutBetweenCharacters() {
        database.execute(
                "CREATE TABLE texts (id int PRIMARY KEY, t text NOT NULL, j json, jb jsonb, a bytea)",
                "INSERT INTO texts VALUES (1, repeat('a' || chr(233) || chr(8364) || chr(128512), 9000), NULL, NULL, NULL),"
                        + " (2, repeat(chr(128512), 9000), to_json(repeat('x', 30000)), to_jsonb(repeat('y', 30000)), noise(40000, 1)),"
                        + " (3, 'small', '[1]', '[2]', NULL)");
        Reassembled all = Reassembled.of(chunked("texts").all());
        assertThat(digests(all, "a")).isEqualTo(digests("texts", "a"));
        for (String column : List.of("t", "j", "jb")) {
            Map<Integer, String> expected = new TreeMap<>();
            for (List<String> row : database.rows("SELECT id, md5(" + column + "::text) FROM texts")) {
                expected.put(Integer.valueOf(row.get(0)), row.get(1) == null ? "null" : row.get(1));
            }
            assertThat(digests(all, column)).as(column).isEqualTo(expected);
        }
    }

    @Test
    void largeObjectsAreReadWholeOrInSlices() {
        database.execute(
                "CREATE TABLE objects (id int PRIMARY KEY, photo oid, a bytea)",
                "INSERT INTO objects VALUES (1, lo_from_bytea(0, noise(50000, 1)), noise(30000, 2)),"
                        + " (2, lo_from_bytea(0, noise(100, 3)), NULL), (3, NULL, NULL), (4, lo_from_bytea(0, ''), 'x')");
        String bytes = "(SELECT id, lo_get(photo) AS photo, a FROM objects) AS o";
        Reassembled sliced = Reassembled.of(chunked("objects")
                .with("large.objects", "lo")
                .with("large.object.columns", "public.objects.photo")
                .all());
        assertThat(digests(sliced, "photo")).isEqualTo(digests(bytes, "photo"));
        assertThat(digests(sliced, "a")).isEqualTo(digests(bytes, "a"));
        Reassembled whole = Reassembled.of(SourceRun.of(database, "public.objects")
                .with("large.objects", "lo")
                .with("large.object.columns", "*.*.photo")
                .all());
        assertThat(digests(whole, "photo")).isEqualTo(digests(bytes, "photo"));
        assertThat(SourceRun.byTopic(SourceRun.of(database, "public.objects").all(), "photo")
                        .get("public.objects"))
                .as("numbers by default")
                .doesNotHaveAnyElementsOfTypes(byte[].class);
        assertThat(SourceRun.of(database, "public.objects")
                        .with("large.objects", "lo")
                        .with("large.object.columns", "public.objects.a")
                        .problems())
                .containsOnlyKeys("large.object.columns");
    }

    @Test
    void onlyTheTailOfTheLastRowSaysThatTheTableIsDone() {
        database.execute(
                "CREATE TABLE tail (id int PRIMARY KEY, a bytea)",
                "INSERT INTO tail VALUES (1, noise(50000, 1)), (2, noise(50000, 2))");
        SourceRun run = chunked("tail");
        List<SourceRecord> records = run.all();
        assertThat(records).hasSize(14);
        assertThat(records.subList(0, 13))
                .allSatisfy(
                        record -> assertThat(record.sourceOffset().get("state")).isEqualTo("reading"));
        assertThat(records.get(13).sourceOffset().get("state")).isEqualTo("done");
        assertThat(records.get(13).sourceOffset().get("rows")).isEqualTo(2L);
        assertThat(run.all()).isEmpty();
        long epoch = (Long) records.get(0).sourceOffset().get("epoch");
        long next = (Long) run.with("run.id", "2").all().get(0).sourceOffset().get("epoch");
        assertThat(next).isGreaterThan(epoch);
    }

    @Test
    void withoutAModeTheTaskFailsAndSaysWhatToChange() {
        database.execute(
                "CREATE TABLE fails (id int PRIMARY KEY, photo bytea)",
                "INSERT INTO fails VALUES (1, noise(100, 1)), (2, noise(30000, 1))");
        SourceRun run = SourceRun.of(database, "public.fails").with("record.max.bytes", "20000");
        assertThatThrownBy(run::all)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("public.fails")
                .hasMessageContaining("Its key is in id")
                .hasMessageContaining("its largest column, photo, has 30000 bytes")
                .hasMessageContaining("ORDER BY octet_length(\"photo\") DESC")
                .hasMessageContaining("record.max.bytes (20000)")
                .hasMessageContaining("large.value.mode")
                .hasMessageContaining("row 2");
    }

    @Test
    void largeValuesAreNullWhereTheUserSaidSo() {
        database.execute(
                "CREATE TABLE nulls (id int PRIMARY KEY, a bytea, \"b,:\" bytea, t text)",
                "INSERT INTO nulls VALUES (1, noise(15000, 1), noise(30000, 2), 'kept'), (2, 'x', 'y', 'z')");
        List<SourceRecord> records = SourceRun.of(database, "public.nulls")
                .with("record.max.bytes", "20000")
                .with("large.value.mode", "null")
                .all();
        Struct first = (Struct) records.get(0).value();
        assertThat(first.getBytes("a")).hasSize(15000);
        assertThat(first.get("b,:")).isNull();
        assertThat(first.get("t")).isEqualTo("kept");
        assertThat(records.get(0).headers().lastWithName("pgcopy.nulled").value())
                .isEqualTo("b%2C%3A:30000");
        assertThat(records.get(1).headers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"null, RowsNulled", "skip-row, RowsSkipped", "chunk, RowsChunked"})
    void rowsAboveTheLimitAreCounted(String mode, String metric) throws JMException {
        String table = "counted_" + mode.replace('-', '_');
        database.execute(
                "CREATE TABLE " + table + " (id int PRIMARY KEY, a bytea)",
                "INSERT INTO " + table + " VALUES (1, 'x'), (2, noise(30000, 1)), (3, 'y'), (4, noise(30000, 2))");
        SourceRun run = chunked(table).with("large.value.mode", mode);
        PgCopySourceTask task = run.startTask();
        try {
            run.drain(task);
            ObjectName name = new ObjectName("io.pgcopy:type=source-task-metrics,connector=\"it\",task=0");
            assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(name, metric))
                    .isEqualTo(2L);
        } finally {
            task.stop();
        }
    }

    @Test
    void rowsAreLeftOutWhereTheUserSaidSo() {
        database.execute(
                "CREATE TABLE skips (id int PRIMARY KEY, a bytea)",
                "INSERT INTO skips VALUES (1, 'x'), (2, noise(30000, 1)), (3, 'y'), (4, noise(30000, 2))");
        List<SourceRecord> records = SourceRun.of(database, "public.skips")
                .with("record.max.bytes", "20000")
                .with("large.value.mode", "skip-row")
                .all();
        assertThat(SourceRun.byTopic(records, "id")).isEqualTo(Map.of("public.skips", List.of(1, 3)));
        assertThat(records.get(1).sourceOffset().get("state")).isEqualTo("done");
        assertThat(records.get(0).headers().lastWithName("pgcopy.skipped").value())
                .as("what is left out behind a record is known with it")
                .isEqualTo(1L);
        assertThat(records.get(1).headers().lastWithName("pgcopy.skipped").value())
                .isEqualTo(2L);
    }

    /** To read a slice of such a value the server decompresses all that is before it: many slices, much time. */
    @Test
    void theServerCutsACompressedValueIntoEightSlicesAtMost() {
        database.execute(
                "CREATE TABLE eighths (id int PRIMARY KEY, a bytea)",
                "INSERT INTO eighths VALUES (1, calm(1000000)), (2, calm(20000)), (3, noise(1000000, 3))");
        String copy = new SlicedColumns(List.of("a"), CHUNK, CHUNK, Set.of(), Map.of())
                .copyOut(ReadFrom.all(new TableId("public", "eighths")), SelectList.of(List.of("id", "a")));
        String select = copy.substring("COPY (".length(), copy.indexOf(") TO STDOUT"));
        assertThat(database.rows("SELECT s.id, count(*) FROM (" + select + ") AS s GROUP BY s.id ORDER BY s.id"))
                .containsExactly(List.of("1", "8"), List.of("2", "3"), List.of("3", "125"));
    }

    /** Two workers of one plan would mix the slices of their rows: under these costs the server would take two. */
    @Test
    void slicesStayInOrderWhereTheServerLikesParallelPlans() {
        database.execute(
                "CREATE TABLE gathered (id int PRIMARY KEY, a bytea, note text)",
                "INSERT INTO gathered SELECT i, noise(30000, i), repeat('x', 1000) FROM generate_series(1, 400) AS i",
                "ANALYZE gathered");
        List<String> costs = List.of("parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size");
        costs.forEach(cost -> database.execute("ALTER DATABASE " + database.name() + " SET " + cost + " = 0"));
        try {
            assertThat(database.rows(
                            "EXPLAIN SELECT t.id, s.off, substring(t.a FROM s.off + 1 FOR 1000) FROM gathered AS t"
                                    + " LEFT JOIN LATERAL (SELECT g AS off FROM generate_series(0, octet_length(t.a) - 1, 1000)"
                                    + " AS g WHERE octet_length(t.a) > 1000) AS s ON true"))
                    .as("the plan without the reader's settings")
                    .first()
                    .asString()
                    .contains("Gather");
            assertThat(digests(Reassembled.of(chunked("gathered").all()), "a")).isEqualTo(digests("gathered", "a"));
        } finally {
            costs.forEach(cost -> database.execute("ALTER DATABASE " + database.name() + " RESET " + cost));
        }
    }

    @Test
    void aRowOfManyMiddlingTextsIsCutToo() {
        List<String> columns = IntStream.range(0, 20).mapToObj(i -> "t" + i).toList();
        database.execute(
                "CREATE TABLE middling (id int PRIMARY KEY, " + String.join(" text, ", columns) + " text)",
                "INSERT INTO middling SELECT 1" + ", repeat('x', 1200)".repeat(20));
        Reassembled all = Reassembled.of(chunked("middling").all());
        for (String column : columns) {
            assertThat(digests(all, column)).as(column).isEqualTo(digests("middling", column));
        }
    }

    @Test
    void aTextThatIsTooLargeToBeCutHereStopsTheTask() {
        database.execute(
                "CREATE TABLE wordy (id int PRIMARY KEY, note text)",
                "INSERT INTO wordy SELECT i, repeat('n', 50000 * i) FROM generate_series(1, 2) AS i");
        SourceRun run = chunked("wordy").with("value.max.bytes.unsliceable", "60000");
        assertThatThrownBy(run::all)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("public.wordy")
                .hasMessageContaining(
                        "Column note holds a value of 100000 bytes, more than" + " value.max.bytes.unsliceable (60000)")
                .hasMessageNotContaining("nnn");
        assertThat(run.with("value.max.bytes.unsliceable", "100000").all()).isNotEmpty();
    }

    private SourceRun chunked(String table) {
        return SourceRun.of(database, "public." + table)
                .with("large.value.mode", "chunk")
                .with("record.max.bytes", Integer.toString(LIMIT))
                .with("chunk.bytes", Integer.toString(CHUNK));
    }

    private Map<Integer, String> digests(String table, String column) {
        Map<Integer, String> digests = new TreeMap<>();
        for (List<String> row : database.rows("SELECT id, coalesce(md5(" + column + "), 'null') FROM " + table)) {
            digests.put(Integer.valueOf(row.get(0)), row.get(1));
        }
        return digests;
    }

    private static Map<Integer, String> digests(Reassembled all, String column) {
        Map<Integer, String> digests = new TreeMap<>();
        for (Map<String, Object> row : all.rows()) {
            Object value = row.get(column);
            byte[] bytes = value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
            digests.put((Integer) row.get("id"), bytes == null ? "null" : md5(bytes));
        }
        return digests;
    }

    private static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
