/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.data.DataPattern;
import io.pgcopy.integration.fixture.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Values that go through the temporary table are stored as if they had been inserted straight: the size on disk
 * and the compression of each are compared. An event trigger counts the temporary tables.
 */
class StagedStorageIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final int NARROW = 400;
    private static final int[] SIZES = {1_500, 3_000, 20_000, 150_000};
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("b", Schema.OPTIONAL_BYTES_SCHEMA)
            .build();
    private static final String STORED = "SELECT string_agg(concat_ws(' ', id, pg_column_size(b),"
            + " coalesce(pg_column_compression(b), 'none')), ',' ORDER BY id) FROM ";

    private final List<Struct> rows = new ArrayList<>();
    private Database db;

    @BeforeEach
    void create() {
        db = Kit.server().createDatabase("staged_storage");
        db.execute(
                "CREATE TABLE stages (name text)",
                "CREATE FUNCTION count_stage() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " INSERT INTO public.stages SELECT object_identity FROM pg_event_trigger_ddl_commands()"
                        + " WHERE object_identity LIKE '%pgcopy_stage'; END $$",
                "CREATE EVENT TRIGGER stages ON ddl_command_end WHEN TAG IN ('CREATE TABLE AS')"
                        + " EXECUTE FUNCTION count_stage()");
        for (DataPattern pattern : List.of(DataPattern.JSON, DataPattern.ZIP, DataPattern.RANDOM, DataPattern.HEX)) {
            for (int size : SIZES) {
                rows.add(row(rows.size(), pattern.value(rows.size(), size)));
            }
        }
        for (int i = 0; i < NARROW; i++) {
            rows.add(row(rows.size(), new byte[20]));
        }
        long bytes = rows.stream().mapToLong(row -> row.getBytes("b").length).sum();
        assertThat(bytes / rows.size()).as("rows are narrow on average").isLessThan(2_000);
    }

    @Test
    void anUpsertThatInserts() {
        compare(Map.of("insert.mode", "upsert"), "SELECT 0 WHERE false");
    }

    @Test
    void anUpsertThatUpdates() {
        compare(Map.of("insert.mode", "upsert"), "INSERT INTO staged SELECT i, 'old' FROM generate_series(0, 999) i");
    }

    @Test
    void anUpdate() {
        compare(Map.of("insert.mode", "update"), "INSERT INTO staged SELECT i, 'old' FROM generate_series(0, 999) i");
    }

    @Test
    void anInsertOfNewKeysAlone() {
        compare(Map.of("insert.mode", "insert_ignore"), "SELECT 0 WHERE false");
    }

    @Test
    void deletesAndThenUpserts() {
        compare(
                Map.of("insert.mode", "upsert", "delete.enabled", "true"),
                "INSERT INTO staged SELECT i, 'old' FROM generate_series(0, 999) i");
    }

    private void compare(Map<String, String> mode, String before) {
        for (String column : columns()) {
            db.execute(
                    "DROP TABLE IF EXISTS staged, plain",
                    "TRUNCATE stages",
                    "CREATE TABLE staged (id int8 PRIMARY KEY, b bytea)",
                    "ALTER TABLE staged ALTER b SET " + column,
                    "CREATE TABLE plain (LIKE staged INCLUDING ALL)",
                    before);
            drain(mode);
            insertPlainly();
            if (db.count("staged") > rows.size()) {
                db.execute("DELETE FROM staged WHERE id >= " + rows.size());
            }
            assertThat(db.count("stages")).as("temporary tables, %s", column).isPositive();
            assertThat(db.text(STORED + "staged")).as(column).isEqualTo(db.text(STORED + "plain"));
            assertThat(db.count("staged")).isEqualTo(rows.size());
        }
    }

    private List<String> columns() {
        List<String> columns =
                new ArrayList<>(List.of("STORAGE EXTERNAL", "STORAGE EXTENDED", "STORAGE MAIN", "COMPRESSION pglz"));
        String lz4 = "SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'";
        if (db.text(lz4).equals("t")) {
            columns.add("COMPRESSION lz4");
        }
        return columns;
    }

    private void drain(Map<String, String> mode) {
        Map<String, String> settings =
                new HashMap<>(Map.of("bytea.storage", "keep", "bytea.compression", "keep", "pk.mode", "record_key"));
        settings.putAll(mode);
        settings.put("table.name.format", "staged");
        TopicLog log = new TopicLog();
        if (mode.containsKey("delete.enabled")) {
            rows.forEach(row -> log.add(P0, KEY, key(row), null, null));
        }
        rows.forEach(row -> log.add(P0, KEY, key(row), ROW, row));
        try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
            sink.openAll();
            sink.drain();
        }
    }

    private void insertPlainly() {
        try (Connection connection = db.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO plain VALUES (?, ?)")) {
            for (Struct row : rows) {
                insert.setLong(1, row.getInt64("id"));
                insert.setBytes(2, row.getBytes("b"));
                insert.addBatch();
            }
            insert.executeBatch();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Struct row(long id, byte[] value) {
        return new Struct(ROW).put("id", id).put("b", value);
    }

    private static Struct key(Struct row) {
        return new Struct(KEY).put("id", row.get("id"));
    }
}
