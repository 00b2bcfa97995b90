/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.TimeZone;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Databases of other encodings, and servers set to what text forms and dates are read by: nothing of it may matter. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatabasesIT {
    private static final List<TypeEdges> LATIN1 = List.of(
            new TypeEdges("text", List.of("é", "ÿ\u00a0¿")),
            new TypeEdges("varchar(3)", List.of("ééé")),
            new TypeEdges("char(3)", List.of("é")),
            new TypeEdges("name", List.of("naïve")),
            new TypeEdges("citext", List.of("É")),
            new TypeEdges("json", List.of("{\"é\": \"ü\"}")),
            new TypeEdges("jsonb", List.of("{\"é\": \"ü\"}")),
            new TypeEdges("xml", List.of("<a>ß</a>")),
            new TypeEdges("text[]", List.of("{é,NULL}")),
            new TypeEdges("tsvector", List.of("é:1")),
            new TypeEdges("tsquery", List.of("é & ü")),
            new TypeEdges("mood", List.of("glücklich")),
            new TypeEdges("addr", List.of("(Évora,7000,{é},glücklich)")));

    private PostgresServer friendly;
    private PostgresServer hostile;

    @BeforeAll
    void start() {
        friendly = PostgresServer.start(PostgresOptions.named("friendly"));
        hostile = PostgresServer.startOwn(PostgresOptions.named("hostile")
                .with("DateStyle", "SQL, DMY")
                .with("TimeZone", "Asia/Kolkata")
                .with("IntervalStyle", "sql_standard")
                .with("bytea_output", "escape")
                .with("extra_float_digits", "-15")
                .with("xmloption", "document")
                .with("standard_conforming_strings", "off")
                .with("array_nulls", "off")
                .with("quote_all_identifiers", "on")
                .with("client_encoding", "LATIN1")
                .with("default_transaction_isolation", "serializable")
                .with("statement_timeout", "30s"));
    }

    @AfterAll
    void stop() {
        friendly.close();
        hostile.close();
    }

    @Test
    void settingsOfTheServerDoNotMatter() {
        Database plain = friendly.createDatabase("settings");
        Database odd = hostile.createDatabase("settings");
        WideTable table = prepared(plain, odd);
        for (Database from : List.of(plain, odd)) {
            Database to = from.equals(plain) ? odd : plain;
            copy(from, to, table);
            WideTable expected = table.named("expected");
            assertThat(table.except(to, expected)).isEmpty();
            assertThat(expected.except(to, table)).isEmpty();
        }
    }

    @Test
    void theZoneOfTheWorkerDoesNotMatter() {
        Database database = friendly.createDatabase("zones");
        Database target = friendly.createDatabase("zones_target");
        WideTable table = prepared(database, target);
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("America/New_York", "Asia/Shanghai", "Africa/Monrovia")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                target.execute("TRUNCATE wide");
                copy(database, target, table);
                assertThat(table.except(target, table.named("expected"))).isEmpty();
                assertThat(table.named("expected").except(target, table)).isEmpty();
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void textOfALatin1DatabaseIsTextEverywhere() {
        Database latin1 = friendly.createDatabase("latin1_source", "LATIN1");
        Database utf8 = friendly.createDatabase("latin1_target");
        for (Database database : List.of(latin1, utf8)) {
            TypeEdges.prepare(database);
        }
        WideTable table = new WideTable("wide", LATIN1);
        for (Database database : List.of(latin1, utf8)) {
            table.create(database);
            table.named("expected").create(database);
            table.named("expected").fill(database);
        }
        table.fill(latin1);
        copy(latin1, utf8, table);
        assertThat(table.except(utf8, table.named("expected"))).isEmpty();
        assertThat(table.named("expected").except(utf8, table)).isEmpty();
        latin1.execute("TRUNCATE wide");
        copy(utf8, latin1, table);
        assertThat(table.except(latin1, table.named("expected"))).isEmpty();
        assertThat(table.named("expected").except(latin1, table)).isEmpty();
        assertThat(latin1.number("SELECT octet_length(c0_text) FROM wide WHERE id = 0"))
                .isEqualTo(1);
    }

    // The extension's send function counts in the database's own encoding.
    @Test
    void anHstoreBeyondAsciiGoesIntoALatin1DatabaseAndIsRefusedOnTheWayOut() {
        Database latin1 = friendly.createDatabase("latin1_hstore", "LATIN1");
        Database utf8 = friendly.createDatabase("utf8_hstore");
        WideTable table = new WideTable("wide", List.of(new TypeEdges("hstore", List.of("a=>b", "é=>\"ü a\""))));
        for (Database database : List.of(latin1, utf8)) {
            database.execute("CREATE EXTENSION hstore");
            table.create(database);
        }
        table.fill(utf8);
        copy(utf8, latin1, table);
        assertThat(latin1.rows("TABLE wide ORDER BY id"))
                .isEqualTo(utf8.rows("TABLE wide ORDER BY id"))
                .hasSize(3);
        try (RowTrip trip = new RowTrip(latin1, CodecOptions.DEFAULT)) {
            assertThatThrownBy(() -> trip.read("wide"))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("public.wide column c0_hstore");
        }
        latin1.execute("CREATE VIEW readable AS SELECT id, hstore_to_json(c0_hstore) AS v FROM wide WHERE id = 1");
        try (RowTrip trip = new RowTrip(latin1, CodecOptions.DEFAULT)) {
            assertThat(trip.read("readable"))
                    .extracting(row -> row.getString("v"))
                    .containsExactly("{\"é\": \"ü a\"}");
        }
    }

    @Test
    void textOfASqlAsciiDatabaseIsReadAsUtf8OrRefusedByName() {
        Database ascii = friendly.createDatabase("sql_ascii", "SQL_ASCII");
        ascii.execute(
                "CREATE TABLE t (id int, v text)",
                "INSERT INTO t VALUES (1, 'plain'), (2, convert_from('\\xc3a9', 'SQL_ASCII'))",
                "CREATE TABLE copied (id int, v text)");
        try (RowTrip trip = new RowTrip(ascii, CodecOptions.DEFAULT)) {
            List<Struct> rows = trip.read("t");
            assertThat(rows).extracting(row -> row.getString("v")).containsExactly("plain", "é");
            trip.write("copied", rows.get(0).schema(), rows);
            assertThat(ascii.text("SELECT encode(convert_to(v, 'SQL_ASCII'), 'hex') FROM copied WHERE id = 2"))
                    .isEqualTo("c3a9");
            ascii.execute("INSERT INTO t VALUES (3, convert_from('\\xe9', 'SQL_ASCII'))");
            assertThatThrownBy(() -> trip.read("t"))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining("public.t")
                    .hasMessageContaining("no text in the database's encoding");
        }
        // What docs/data-types.md advises.
        try (RowTrip trip = new RowTrip(ascii, CodecOptions.DEFAULT)) {
            ascii.execute("CREATE VIEW readable AS SELECT id, convert_from(convert(convert_to(v, 'SQL_ASCII'),"
                    + " 'LATIN1', 'UTF8'), 'SQL_ASCII') AS v FROM t WHERE id = 3");
            assertThat(trip.read("readable"))
                    .extracting(row -> row.getString("v"))
                    .containsExactly("é");
        }
    }

    private static WideTable prepared(Database source, Database target) {
        for (Database database : List.of(source, target)) {
            TypeEdges.prepare(database);
        }
        WideTable table = new WideTable(
                "wide",
                TypeEdges.all().stream()
                        .filter(type -> !type.needsStruct() && type.isKnownTo(source) && type.isKnownTo(target))
                        .toList());
        for (Database database : List.of(source, target)) {
            table.create(database);
            table.named("expected").create(database);
            table.named("expected").fill(database);
        }
        table.fill(source);
        return table;
    }

    private static void copy(Database from, Database to, WideTable table) {
        try (RowTrip reading = new RowTrip(from, CodecOptions.DEFAULT);
                RowTrip writing = new RowTrip(to, CodecOptions.DEFAULT)) {
            List<Struct> rows = reading.read(table.name());
            assertThat(rows).isNotEmpty();
            to.execute("TRUNCATE " + table.name());
            writing.write(table.name(), rows.get(0).schema(), rows);
        }
    }
}
