/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.fixture.Database;
import java.util.HexFormat;
import java.util.List;

/**
 * All keys of a table that rows were merged into against what was produced.
 *
 * @param keys in the table
 * @param lost keys that are not there
 * @param stale keys whose row is not the last one of theirs
 * @param damaged rows whose bytes, by the server's digest of them, are not those produced
 */
record KeyedCheck(long keys, long lost, long stale, long damaged) {
    static final String COLUMNS = "k int8 PRIMARY KEY, id int8 NOT NULL, payload bytea NOT NULL, digest bytea NOT NULL";

    static KeyedCheck of(Database database, Flow flow, long seed, long produced) {
        long stale = 0;
        long damaged = 0;
        List<List<String>> rows = database.rows(
                "SELECT k, id, encode(sha256(payload), 'hex'), encode(digest, 'hex') FROM " + flow.topic());
        for (List<String> row : rows) {
            long id = Long.parseLong(row.get(1));
            stale += id == last(Long.parseLong(row.get(0)), flow.keys(), produced) ? 0 : 1;
            String digest = HexFormat.of().formatHex(flow.row(seed, id).digest());
            damaged += digest.equals(row.get(2)) && digest.equals(row.get(3)) ? 0 : 1;
        }
        return new KeyedCheck(rows.size(), expected(flow, produced) - rows.size(), stale, damaged);
    }

    /** Everything as it should be. */
    static KeyedCheck whole(Flow flow, long produced) {
        return new KeyedCheck(expected(flow, produced), 0, 0, 0);
    }

    private static long expected(Flow flow, long produced) {
        return Math.min(flow.keys(), produced);
    }

    private static long last(long key, long keys, long produced) {
        return key + (produced - 1 - key) / keys * keys;
    }
}
