/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.sample.TypesTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TypesIT {

    @ParameterizedTest
    @ValueSource(strings = {Pipe.JSON, Pipe.AVRO})
    void everyTypeArrivesExactlyAtItsEdges(String converter) throws SQLException {
        try (Pipe pipe = Kit.pipe(converter.equals(Pipe.JSON) ? "types_json" : "types_avro")
                .through(converter)) {
            pipe.both(TypesTable.create("types"));
            pipe.source()
                    .execute(
                            converter.equals(Pipe.JSON)
                                    ? TypesTable.insertForJson("types")
                                    : TypesTable.insert("types"));
            pipe.startSource("tables", "public.types");
            pipe.startSink();
            pipe.awaitCopied("public.types");

            assertThat(rows(pipe.target())).containsExactlyInAnyOrderElementsOf(rows(pipe.source()));
            pipe.assertEqual("public.types");
        }
    }

    /** Rows as text: what `EXCEPT` both ways would compare, and tells where they differ; json has no equality in SQL. */
    private static List<String> rows(Database database) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection session = database.connect();
                Statement statement = session.createStatement();
                ResultSet result = statement.executeQuery("SELECT t::text FROM types AS t")) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }
}
