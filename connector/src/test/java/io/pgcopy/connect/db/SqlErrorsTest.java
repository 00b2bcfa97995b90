/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

import static org.assertj.core.api.Assertions.assertThat;

class SqlErrorsTest {
    private static final String CANARY = "canary-4711";

    @ParameterizedTest(name = "{0} without a COPY line is {1}")
    @CsvSource({
        "40001, TRANSIENT",
        "40P01, TRANSIENT",
        "55P03, TRANSIENT",
        "57014, TRANSIENT",
        "25P03, TRANSIENT",
        "25P04, TRANSIENT",
        "08006, CONNECTION",
        "08001, CONNECTION",
        "08P01, CONNECTION",
        "57P01, CONNECTION",
        "57P02, CONNECTION",
        "57P03, CONNECTION",
        "53300, CONNECTION",
        "25006, READ_ONLY",
        "53100, RESOURCE",
        "53200, RESOURCE",
        "53400, RESOURCE",
        "58030, RESOURCE",
        "42P01, SCHEMA",
        "42703, SCHEMA",
        "42804, SCHEMA",
        "42P10, SCHEMA",
        "22003, DATA",
        "23503, DATA",
        "21000, DATA",
        "P0001, DATA",
        "44000, DATA",
        "54000, DATA",
        "42501, PERMANENT",
        "28P01, PERMANENT",
        "3D000, PERMANENT",
        "3F000, PERMANENT",
        "42601, PERMANENT",
        "0A000, PERMANENT",
        "XX000, PERMANENT",
        "XX001, PERMANENT",
        "HV00N, CONNECTION",
        "HV00L, CONNECTION",
        "HV001, RESOURCE",
        "HV00D, PERMANENT",
    })
    void tellsOutcomesApartByState(String state, SqlOutcome expected) {
        assertThat(of(Map.of('C', state)).outcome()).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} with a COPY line is {1}")
    @CsvSource({
        "08P01, DATA",
        "XX000, DATA",
        "42601, DATA",
        "23505, DATA",
        "22P04, DATA",
        "P0001, DATA",
        "40P01, TRANSIENT",
        "57014, TRANSIENT",
        "55P03, TRANSIENT",
        "53100, RESOURCE",
        "57P01, CONNECTION",
        "XX001, PERMANENT",
        "42501, PERMANENT",
        "42P01, SCHEMA",
        "08001, CONNECTION",
        "08006, CONNECTION",
        "HV00N, CONNECTION",
        "HV00L, CONNECTION",
        "HV00M, CONNECTION",
        "HV00K, CONNECTION",
        "HV000, CONNECTION",
        "HV001, RESOURCE",
        "HV014, RESOURCE",
        "HV004, PERMANENT",
        "HV00R, PERMANENT",
    })
    void takesALineForTheRecordsFaultUnlessTheStateForbidsIt(String state, SqlOutcome expected) {
        assertThat(of(Map.of('C', state, 'W', "COPY t, line 7")).outcome()).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "ZX001, DATA",
        "P0002, DATA",
        "P0004, DATA",
        "42501, PERMANENT",
        "55000, PERMANENT",
        "40001, TRANSIENT",
        "42P01, SCHEMA",
    })
    void doesNotRepeatTheWordsOfATrigger(String state, SqlOutcome expected) {
        DatabaseException error = of(Map.of(
                'C', state, 'M', "I do not like " + CANARY, 'W', "PL/pgSQL-Funktion refuse() Zeile 1 bei RAISE"));
        assertThat(error.outcome()).isEqualTo(expected);
        assertThat(error).hasNoCause();
        assertThat(error.getMessage()).contains(state).doesNotContain(CANARY);
    }

    @Test
    void takesAMalformedParameterForTheRecordsFault() {
        assertThat(of(Map.of('C', "42601", 'W', "Parameter $12 des unbenannten Portals"))
                        .outcome())
                .isEqualTo(SqlOutcome.DATA);
        assertThat(of(Map.of('C', "08P01", 'W', "unnamed portal parameter $1")).outcome())
                .isEqualTo(SqlOutcome.DATA);
    }

    @Test
    void takesATypeThatIsGoneForASchemaChange() {
        Map<Character, String> gone = Map.of('C', "XX000", 'M', "cache lookup failed for type 16576");
        assertThat(of(gone).outcome()).isEqualTo(SqlOutcome.SCHEMA);
        Map<Character, String> other = Map.of('C', "XX000", 'M', "cache lookup failed for relation 16576");
        assertThat(of(other).outcome()).isEqualTo(SqlOutcome.PERMANENT);
    }

    /** The state is that of a row too large, and no row is to blame. */
    @Test
    void takesAServerWithoutTransactionIdsForOneInTrouble() {
        for (String routine : List.of("GetNewTransactionId", "GetNewMultiXactId")) {
            Map<Character, String> error = Map.of(
                    'C', "54000", 'R', routine, 'M', "database is not accepting commands", 'W', "COPY t, line 1");
            assertThat(of(error).outcome()).isEqualTo(SqlOutcome.RESOURCE);
            assertThat(of(error)).hasMessageContaining("not accepting commands").hasMessageContaining("VACUUM");
        }
        assertThat(of(Map.of('C', "54000", 'R', "index_form_tuple", 'M', "index row size 3000 exceeds"))
                        .outcome())
                .isEqualTo(SqlOutcome.DATA);
    }

    @Test
    void takesAStalePlanForASchemaChange() {
        assertThat(of(Map.of('C', "0A000", 'R', "RevalidateCachedQuery")).outcome())
                .isEqualTo(SqlOutcome.SCHEMA);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COPY t, line 3, column a                            | t       | 3",
                "COPY t, Zeile 12, Spalte a                          | t       | 12",
                "COPY 2 x, 9, line 41                                | 2 x, 9  | 41",
                "JSON data, line 1: {a...;COPY t, line 2, column j   | t       | 2",
                "JSON data, line 1: COPY t, line 9;COPY t, line 2    | t       | 2",
                "PL/pgSQL function f() line 8 at RAISE;COPY t, line 5| t       | 5",
                "JSON data, line 1: COPY t, line 9                   | t       | -1",
                "SQL statement 'x'                                   | t       | -1",
                "COPY other, line 5                                  | t       | -1",
            })
    void findsTheLineWhateverTheLanguageAndTheName(String where, String relation, long line) {
        assertThat(CopyContext.parse(where.strip().replace(';', '\n'), relation.strip())
                        .line())
                .isEqualTo(line);
    }

    @Test
    void namesConstraintTableColumnAndStateButNoValue() {
        DatabaseException error = of(Map.of(
                'C',
                "23505",
                'M',
                "duplicate " + CANARY,
                'D',
                "Key (a)=(" + CANARY + ")",
                's',
                "public",
                't',
                "t",
                'n',
                "t_pkey",
                'W',
                "COPY t, line 3"));
        assertThat(error)
                .hasMessage("COPY into public.t failed: a row with this key exists already"
                        + " (SQLSTATE 23505, constraint t_pkey, table public.t). Where it was written before, by a task"
                        + " that ended or whose partitions moved: insert.mode=upsert writes it over itself,"
                        + " delivery.guarantee=exactly_once does not write it again");
        assertThat(error.copyLine()).hasValue(3);
        assertThat(error.getCause()).isNull();
    }

    @Test
    void doesNotTakeWrongBytesForALargeNumber() {
        assertThat(of(Map.of('C', "22P03", 'W', "COPY t, line 1")))
                .hasMessageContaining("a field's bytes are not those of its column's type");
    }

    @Test
    void namesTheColumnOfTheContext() {
        assertThat(of(Map.of('C', "22021", 'M', CANARY, 'W', "COPY t, line 1, column my b")))
                .hasMessageEndingWith("(SQLSTATE 22021, column my b)")
                .hasMessageNotContaining(CANARY);
    }

    @Test
    void looksThroughABatchThatPrintsItsStatement() {
        BatchUpdateException batch = new BatchUpdateException("INSERT " + CANARY, new int[0]);
        batch.setNextException(server(Map.of('C', "23514", 'M', "check")));
        assertThat(SqlErrors.of("writing failed", batch))
                .hasMessageStartingWith("writing failed: a check constraint")
                .hasMessageNotContaining(CANARY)
                .hasNoCause();
    }

    @Test
    void takesAnIoErrorWithoutStateForALostConnection() {
        SQLException error = new SQLException("broken", null, new IOException("pipe"));
        assertThat(SqlErrors.of("writing", error).outcome()).isEqualTo(SqlOutcome.CONNECTION);
        assertThat(SqlErrors.of("writing", new PSQLException("gone", PSQLState.CONNECTION_FAILURE))
                        .outcome())
                .isEqualTo(SqlOutcome.CONNECTION);
    }

    @Test
    void keepsALineOfTheLogOneLine() {
        assertThat(of(Map.of('C', "42P01", 'M', "relation \"a\nb\" does not exist"))
                        .getMessage())
                .doesNotContain("\n");
    }

    private static DatabaseException of(Map<Character, String> fields) {
        return SqlErrors.of("COPY into public.t failed", "t", server(fields));
    }

    private static PSQLException server(Map<Character, String> fields) {
        StringBuilder wire = new StringBuilder();
        fields.forEach((field, value) -> wire.append(field).append(value).append('\0'));
        if (!fields.containsKey('M')) {
            wire.append("Mmessage\0");
        }
        return new PSQLException(new ServerErrorMessage(wire.toString()));
    }
}
