/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sample;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableDigestIT {

    private final PostgresServer server = PostgresServer.start(PostgresOptions.named("digest"));
    private final Database left = server.createDatabase("digest_left");
    private final Database right = server.createDatabase("digest_right");

    @BeforeAll
    void otherDefaultsOnOneSide() {
        right.execute(
                "ALTER DATABASE digest_right SET DateStyle = 'SQL, DMY'",
                "ALTER DATABASE digest_right SET TimeZone = 'Asia/Kathmandu'",
                "ALTER DATABASE digest_right SET IntervalStyle = 'iso_8601'",
                "ALTER DATABASE digest_right SET extra_float_digits = -5",
                "ALTER DATABASE digest_right SET bytea_output = 'escape'");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void sameRowsInOtherOrder() throws SQLException {
        for (Database side : List.of(left, right)) {
            side.execute("DROP TABLE IF EXISTS types, blobs", TypesTable.create("types"), BlobTable.create("blobs"));
            side.execute(TypesTable.insert("types"));
            try (Connection session = side.connect()) {
                BlobTable.fill(session, "blobs", 30, 7);
            }
        }
        right.execute(
                "CREATE TABLE moved AS SELECT * FROM types ORDER BY id DESC",
                "DELETE FROM types",
                "INSERT INTO types SELECT * FROM moved",
                "DROP TABLE moved",
                "UPDATE blobs SET kind = kind WHERE id % 3 = 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"types", "blobs"})
    void equalRowsHaveOneDigestWhateverTheirOrderAndTheSessionsSettings(String table) throws SQLException {
        assertThat(digest(right, table)).isEqualTo(digest(left, table));
        assertThat(digest(left, table).rows()).isPositive();
    }

    @Test
    void aSingleChangedByteChangesTheDigest() throws SQLException {
        right.execute("UPDATE blobs SET content = set_byte(content, 500, get_byte(content, 500) # 1) WHERE id = 17");
        assertThat(digest(right, "blobs")).isNotEqualTo(digest(left, "blobs"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE types SET c8_text = NULL WHERE c8_text = ''",
                "UPDATE types SET c6_numeric = '0.000' WHERE c6_numeric = '0' AND c6_numeric::text = '0.00'",
                "UPDATE types SET c4_float4 = '0' WHERE c4_float4::text = '-0'",
                "UPDATE types SET c17_timestamptz = c17_timestamptz + interval '1 microsecond' WHERE id = 4",
                "UPDATE types SET c8_text = c9_varchar_20_, c9_varchar_20_ = c8_text WHERE id = 2",
                "DELETE FROM types WHERE id = 3"
            })
    void theSmallestDifferenceInAnyTypeChangesTheDigest(String change) throws SQLException {
        TableDigest before = digest(right, "types");
        assertThat(before).isEqualTo(digest(left, "types"));
        right.execute(change);
        assertThat(digest(right, "types")).as(change).isNotEqualTo(before);
    }

    @Test
    void twoEqualRowsAreNotTheSameAsNone() throws SQLException {
        left.execute("CREATE TABLE twice (v int)");
        right.execute("CREATE TABLE twice (v int)");
        left.execute("INSERT INTO twice VALUES (1), (1), (2)");
        right.execute("INSERT INTO twice VALUES (3), (3), (2)");
        assertThat(digest(right, "twice")).isNotEqualTo(digest(left, "twice"));
    }

    private static TableDigest digest(Database database, String table) throws SQLException {
        try (Connection session = database.connect()) {
            return TableDigest.of(session, "public." + table);
        }
    }
}
