/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.sample.BlobTable;
import io.pgcopy.integration.sample.TypesTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables that the quickstart copies when it is given none. */
final class SampleDatabase {

    static final String SCHEMA = "demo";
    private static final String FILES = SCHEMA + ".files";
    private static final String TYPES = SCHEMA + ".types";

    private SampleDatabase() {}

    static void createTables(Database database) {
        database.execute("CREATE SCHEMA " + SCHEMA, BlobTable.create(FILES), TypesTable.create(TYPES));
    }

    static void fill(Connection session, int files) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(TypesTable.insert(TYPES));
            BlobTable.fill(session, FILES, files, 1);
            statement.execute("ANALYZE");
        }
    }
}
