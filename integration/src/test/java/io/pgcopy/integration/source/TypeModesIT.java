/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The keys that choose how a type is carried, from the setting to the record. */
class TypeModesIT {
    private static Database database;

    @BeforeAll
    static void tables() {
        database = Kit.server().createDatabase("source_type_modes");
        database.execute(
                "CREATE SCHEMA m",
                "CREATE TABLE m.times (d date, t time, ts timestamp, tz timestamptz)",
                "INSERT INTO m.times VALUES ('2024-02-29', '12:34:56.789', '2024-02-29 12:34:56.789',"
                        + " '2024-02-29 12:34:56.789+02')",
                "CREATE TABLE m.endless (id int, ts timestamp)",
                "INSERT INTO m.endless VALUES (1, 'infinity')",
                "CREATE TABLE m.numbers (n numeric(12,2))",
                "INSERT INTO m.numbers VALUES (1.50)",
                "CREATE TABLE m.odd (id int, rights aclitem)",
                "INSERT INTO m.odd VALUES (7, '=r/" + database.user() + "')");
    }

    @Test
    void exactTimesAreMicrosecondsAndDays() {
        Struct row = row("m.times", "temporal.mode", "exact");
        assertThat(row.schema().field("d").schema().name()).isEqualTo("io.pgcopy.time.Date");
        assertThat(row.get("ts")).isEqualTo(1_709_210_096_789_000L);
        assertThat(row.get("tz")).isEqualTo(1_709_202_896_789_000L);
        assertThat(row("m.endless", "temporal.mode", "exact").get("ts")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void connectsTimesAreItsOwnTypes() {
        Struct row = row("m.times", "temporal.mode", "connect");
        assertThat(row.schema().field("d").schema().name()).isEqualTo(org.apache.kafka.connect.data.Date.LOGICAL_NAME);
        assertThat(row.schema().field("t").schema().name()).isEqualTo(Time.LOGICAL_NAME);
        assertThat(row.schema().field("ts").schema().name()).isEqualTo(Timestamp.LOGICAL_NAME);
        assertThat(row.get("d"))
                .isEqualTo(Date.from(
                        LocalDate.of(2024, 2, 29).atStartOfDay(ZoneOffset.UTC).toInstant()));
        assertThat(row.get("t"))
                .isEqualTo(Date.from(Instant.ofEpochMilli(
                        LocalTime.of(12, 34, 56, 789_000_000).toNanoOfDay() / 1_000_000)));
        assertThat(row.get("ts")).isEqualTo(Date.from(Instant.parse("2024-02-29T12:34:56.789Z")));
        assertThat(row.get("tz")).isEqualTo(Date.from(Instant.parse("2024-02-29T10:34:56.789Z")));
    }

    @Test
    void connectsTimesCannotHoldInfinity() {
        assertThatThrownBy(() -> row("m.endless", "temporal.mode", "connect"))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("m.endless")
                .hasMessageContaining("ts");
    }

    @Test
    void numbersAreCarriedAsTheSettingSays() {
        assertThat(row("m.numbers", "numeric.mode", "precise").get("n")).isEqualTo(new BigDecimal("1.50"));
        assertThat(row("m.numbers", "numeric.mode", "string").get("n")).isEqualTo("1.50");
        assertThat(row("m.numbers", "numeric.mode", "double").get("n")).isEqualTo(1.5);
    }

    @ParameterizedTest
    @CsvSource({"text, 2", "skip, 1"})
    void aTypeThatNobodyKnowsIsTextOrLeftOut(String mode, int fields) {
        Struct row = row("m.odd", "unknown.type.mode", mode);
        assertThat(row.schema().fields()).hasSize(fields);
        assertThat(row.get("id")).isEqualTo(7);
        if (mode.equals("text")) {
            assertThat(row.get("rights")).isEqualTo("=r/" + database.user());
        }
    }

    @Test
    void aTypeThatNobodyKnowsIsRefusedOnRequest() {
        SourceRun run = SourceRun.of(database, "m.odd").with("unknown.type.mode", "fail");
        assertThatThrownBy(run::all)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("m.odd")
                .hasMessageContaining("rights")
                .hasMessageContaining("aclitem");
    }

    private static Struct row(String table, String key, String value) {
        List<?> records = SourceRun.of(database, table).with(key, value).all().stream()
                .map(record -> record.value())
                .toList();
        assertThat(records).hasSize(1);
        return (Struct) records.get(0);
    }
}
