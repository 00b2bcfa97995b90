/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of the table that says what a state means. The first rule whose prefix the state begins with holds, so that single states
 * stand before their class.
 *
 * @param prefix a state, or the class of two characters that it begins with
 * @param alone what it means in an error that tells nothing of where it came up
 * @param inContext what it means where the server tells of a context
 * @param ofValue what it means where that context names a line of a COPY or a parameter
 */
record SqlRule(String prefix, SqlOutcome alone, SqlOutcome inContext, SqlOutcome ofValue) {
    private static final List<SqlRule> TABLE = table();

    /** The rule of a state, or null where it is none of the server's own. */
    static @Nullable SqlRule of(String state) {
        for (SqlRule rule : TABLE) {
            if (state.startsWith(rule.prefix)) {
                return rule;
            }
        }
        return null;
    }

    SqlOutcome outcome(boolean hasContext, boolean ofAValue) {
        return ofAValue ? ofValue : hasContext ? inContext : alone;
    }

    private static List<SqlRule> table() {
        List<SqlRule> rules = new ArrayList<>();
        // Whatever the context says: a server behind the server (a foreign table, dblink in a trigger) that is down or
        // refuses makes no row a bad one.
        always(rules, SqlOutcome.TRANSIENT, "40", "55P03", "57014", "25P03", "25P04");
        always(rules, SqlOutcome.SCHEMA, "42P01", "42703", "42804", "42P10");
        always(rules, SqlOutcome.READ_ONLY, "25006");
        always(rules, SqlOutcome.CONNECTION, "53300", "57P");
        // Foreign data wrappers report a server that is gone as HV00N, or, as mysql_fdw, oracle_fdw and tds_fdw do once
        // they
        // are connected, in the same state in which they report whatever that server refuses. So none of the class is a
        // record's fault: what may be an outage is waited for, the others are wrong options and types.
        always(rules, SqlOutcome.CONNECTION, "HV000", "HV00K", "HV00L", "HV00M", "HV00N");
        always(rules, SqlOutcome.RESOURCE, "53", "58", "HV001", "HV014");
        always(rules, SqlOutcome.DATA, "21000", "22", "23", "44", "54");
        // What a trigger raises: PL/pgSQL's own states and those of external routines.
        always(rules, SqlOutcome.DATA, "P0", "09", "27", "38", "39");
        // The server's answer to a malformed field or parameter, which has a context; without one it is a proxy's.
        rules.add(new SqlRule("08P01", SqlOutcome.CONNECTION, SqlOutcome.DATA, SqlOutcome.DATA));
        always(rules, SqlOutcome.CONNECTION, "08");
        ofValue(rules, SqlOutcome.CONNECTION, "57");
        // The syntax of a value (jsonpath, ltree): an error in that of the statement names no row.
        ofValue(rules, SqlOutcome.PERMANENT, "42601");
        always(rules, SqlOutcome.PERMANENT, "0A", "25", "28", "3D", "3F", "42", "HV", "XX001", "XX002");
        ofValue(
                rules,
                SqlOutcome.PERMANENT,
                "0B",
                "0F",
                "0L",
                "0P",
                "0Z",
                "20",
                "21",
                "24",
                "26",
                "2B",
                "2D",
                "2F",
                "34");
        ofValue(rules, SqlOutcome.PERMANENT, "3B", "55", "72", "F0", "XX");
        return List.copyOf(rules);
    }

    private static void always(List<SqlRule> rules, SqlOutcome outcome, String... prefixes) {
        Arrays.stream(prefixes).forEach(prefix -> rules.add(new SqlRule(prefix, outcome, outcome, outcome)));
    }

    // The record's fault where the server names its line or parameter.
    private static void ofValue(List<SqlRule> rules, SqlOutcome otherwise, String... prefixes) {
        Arrays.stream(prefixes)
                .forEach(prefix -> rules.add(new SqlRule(prefix, otherwise, otherwise, SqlOutcome.DATA)));
    }
}
