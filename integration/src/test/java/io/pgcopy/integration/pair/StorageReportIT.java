/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What stands in the worker's log about storage, and that it can be run as it stands there. */
class StorageReportIT {
    private static final Pattern ALTER = Pattern.compile("ALTER TABLE \\S+ ALTER COLUMN \\S+ SET STORAGE \\w+");

    private Pipe pipe;
    private String table;

    @BeforeEach
    void create() {
        // A name that no other run has: the worker's log is everybody's.
        table = LargeValues.name("report");
        pipe = Kit.pipe(LargeValues.name("report")).through(Pipe.AVRO);
        pipe.both("CREATE TABLE " + table + " (id int PRIMARY KEY, content bytea)");
        // Text of few symbols: pglz works through all of it and keeps none of its work.
        pipe.source()
                .execute("INSERT INTO " + table + " SELECT i, (SELECT convert_to(string_agg(md5(random()::text), ''),"
                        + " 'UTF8') FROM generate_series(1, 625) WHERE i > 0) FROM generate_series(1, 100) AS i");
    }

    @AfterEach
    void end() {
        pipe.close();
    }

    @Test
    void theOwnerIsToldWhatItCostsAndWhatToRun() {
        copy();
        String line = line();
        assertThat(line)
                .contains("INFO", "Storage of public." + table + ".content (EXTENDED, PGLZ):")
                .containsPattern("\\d+ % of the bytes of \\d+ values sampled would be worked on by pglz, for about"
                        + " [\\d.]+ ms of server CPU per MB, to save \\d+ %")
                .doesNotContain("ask its owner");
        assertThat(storage()).isEqualTo("x");

        pipe.target().execute(statement(line));
        assertThat(storage()).as("after the statement in the log").isEqualTo("e");
    }

    @Test
    void whoDoesNotOwnTheTableIsToldWhomToAsk() {
        pipe.target()
                .execute("CREATE ROLE " + table + " LOGIN PASSWORD 'w'", "GRANT INSERT ON " + table + " TO " + table);
        copy("connection.user", table, "connection.password", "w", "bytea.storage", "auto");
        String line = line();
        assertThat(line).contains("the role of this connector does not own the table: ask its owner");
        assertThat(storage()).isEqualTo("x");

        pipe.target().execute(statement(line));
        assertThat(storage()).as("after the owner has run it").isEqualTo("e");
    }

    private void copy(String... more) {
        pipe.startSource("tables", "public." + table);
        String[] settings = new String[more.length + 2];
        settings[0] = "bytea.compression";
        settings[1] = "pglz";
        System.arraycopy(more, 0, settings, 2, more.length);
        pipe.startSink(settings);
        pipe.awaitCopied("public." + table);
    }

    private String line() {
        Await.until("the report", () -> find().isPresent());
        return find().orElseThrow();
    }

    private Optional<String> find() {
        return pipe.cluster()
                .worker()
                .logText()
                .lines()
                .filter(line -> line.contains("Storage of public." + table + ".content"))
                .findFirst();
    }

    private static String statement(String line) {
        Matcher statement = ALTER.matcher(line);
        assertThat(statement.find()).as(line).isTrue();
        return statement.group();
    }

    private String storage() {
        return pipe.target()
                .text("SELECT attstorage FROM pg_attribute WHERE attrelid = 'public." + table + "'::regclass"
                        + " AND attname = 'content'");
    }
}
