/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import io.pgcopy.integration.quickstart.QuickstartSettings.Address;
import io.pgcopy.integration.quickstart.TableList.Entry;
import io.pgcopy.integration.sample.TableDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The verdict: counts and digests of every table on both sides. */
final class Comparison {

    private Comparison() {}

    static boolean print(List<Entry> tables, Address source, Address target) throws SQLException {
        boolean equal = true;
        try (Connection left = source.connect();
                Connection right = target.connect()) {
            for (Entry table : tables) {
                List<String> columns = TableDigest.columns(left, table.quoted());
                TableDigest here = TableDigest.of(left, table.quoted(), columns);
                TableDigest there = TableDigest.of(right, table.quoted(), columns);
                boolean same = here.equals(there);
                equal &= same;
                Quickstart.say("%-40s %,12d rows %,12d rows  %s  %s  %s"
                        .formatted(
                                table.quoted(),
                                here.rows(),
                                there.rows(),
                                here.text(),
                                there.text(),
                                same ? "equal" : "DIFFERENT"));
            }
        }
        Quickstart.say(equal ? "OK: source and target are equal" : "FAILED: source and target differ");
        return equal;
    }
}
