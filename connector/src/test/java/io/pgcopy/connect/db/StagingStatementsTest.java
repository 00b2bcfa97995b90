/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StagingStatementsTest {
    private static final TableId TABLE = new TableId("s", "t");
    private static final List<Column> COLUMNS = List.of(column("id", "int8"), column("c", "cube"), column("n", "text"));

    private final StagingStatements plain = statements(Set.of());
    private final StagingStatements cast = statements(Set.of("c"));

    @Test
    void stagesRowsAsTheyAreSent() {
        assertThat(plain.create())
                .isEqualTo("CREATE TEMPORARY TABLE \"pgcopy_stage\" ON COMMIT DROP AS SELECT \"id\", \"c\", \"n\""
                        + " FROM \"s\".\"t\" WITH NO DATA");
        assertThat(cast.create())
                .isEqualTo("CREATE TEMPORARY TABLE \"pgcopy_stage\" ON COMMIT DROP AS SELECT \"id\","
                        + " CAST(\"c\" AS pg_catalog.varchar) AS \"c\", \"n\" FROM \"s\".\"t\" WITH NO DATA");
    }

    @Test
    void castsTextFormsOnTheWayOutOfTheStage() {
        String staged =
                "(SELECT ctid, \"id\", CAST(\"c\" AS cube) AS \"c\", \"n\" FROM \"pg_temp\".\"pgcopy_stage\" AS f) AS s";
        String insert = "INSERT INTO \"s\".\"t\" AS t (\"id\", \"c\", \"n\") OVERRIDING SYSTEM VALUE";
        assertThat(cast.append()).isEqualTo(insert + " SELECT \"id\", \"c\", \"n\" FROM " + staged + " ORDER BY ctid");
        assertThat(cast.insertIgnore())
                .isEqualTo(insert + " SELECT \"id\", \"c\", \"n\" FROM " + staged
                        + " ORDER BY \"id\", ctid ON CONFLICT (\"id\") DO NOTHING");
        assertThat(cast.delete())
                .isEqualTo("DELETE FROM \"s\".\"t\" AS t USING " + staged + " WHERE t.\"id\" = s.\"id\"");
        assertThat(plain.delete())
                .isEqualTo(
                        "DELETE FROM \"s\".\"t\" AS t USING \"pg_temp\".\"pgcopy_stage\" AS s WHERE t.\"id\" = s.\"id\"");
    }

    @Test
    void castsTheTextFormOfAParameter() {
        assertThat(cast.insertIgnore(1))
                .isEqualTo(
                        "INSERT INTO \"s\".\"t\" AS t (\"id\", \"c\", \"n\") OVERRIDING SYSTEM VALUE"
                                + " VALUES (?, CAST(CAST(? AS pg_catalog.varchar) AS cube), ?) ON CONFLICT (\"id\") DO NOTHING");
        assertThat(plain.insertIgnore(2)).contains("VALUES (?, ?, ?), (?, ?, ?) ON CONFLICT");
    }

    @Test
    void writesRowsAsTheyCameWhereMoreThanTheKeyMustBeUnique() {
        assertThat(statements(Set.of(), false).upsert())
                .contains(" SELECT * FROM (SELECT \"id\", \"c\", \"n\" FROM (SELECT DISTINCT ON (\"id\") ctid AS"
                        + " \"pgcopy.came\", * FROM \"pg_temp\".\"pgcopy_stage\" AS s ORDER BY \"id\", ctid DESC) AS s"
                        + " ORDER BY \"pgcopy.came\") AS s ON CONFLICT");
        assertThat(statements(Set.of(), false).insertIgnore()).contains(" AS s ORDER BY ctid ON CONFLICT");
        assertThat(plain.upsert()).contains(" SELECT * FROM (SELECT DISTINCT ON (\"id\") \"id\"");
    }

    private static StagingStatements statements(Set<String> asText) {
        return statements(asText, true);
    }

    private static StagingStatements statements(Set<String> asText, boolean alone) {
        return new StagingStatements(
                TABLE,
                new StagedRows(WrittenColumns.of(COLUMNS, asText), List.of()),
                new KeyColumns(List.of("id"), KeyColumns.Nulls.NONE, alone));
    }

    private static Column column(String name, String type) {
        return new Column(name, new PgType.Scalar(1, "public", type), -1, type, false, false, false);
    }
}
