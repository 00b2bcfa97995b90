/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.Printable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.ServerErrorMessage;

/** The words of an error: what was tried, why it failed, where, and what to do; no row's value. */
final class ErrorText {
    /**
     * How an error is told.
     *
     * @param quotes whether the server's own words may hold what a record holds
     */
    record Tone(SqlOutcome outcome, boolean quotes) {}

    private ErrorText() {}

    static String of(
            String action, SQLException error, @Nullable ServerErrorMessage server, Tone tone, CopyContext context) {
        String state = error.getSQLState() == null ? "none" : error.getSQLState();
        String reason = tone.quotes ? reason(state, tone.outcome) : ownWords(error, server);
        List<String> facts = new ArrayList<>();
        facts.add("SQLSTATE " + state);
        if (server != null) {
            add(facts, "constraint", server.getConstraint());
            add(facts, "table", qualified(server));
            add(facts, "column", server.getColumn());
        }
        if (server == null || server.getColumn() == null) {
            add(facts, "column", context.column());
        }
        return action + ": " + reason + " (" + String.join(", ", facts) + ")" + advice(state, tone.outcome);
    }

    private static String reason(String state, SqlOutcome outcome) {
        return outcome == SqlOutcome.DATA ? dataReason(state) : "a trigger or function of the database failed";
    }

    private static void add(List<String> facts, String name, @Nullable String value) {
        if (value != null) {
            facts.add(name + " " + printable(value));
        }
    }

    private static @Nullable String qualified(ServerErrorMessage server) {
        String table = server.getTable();
        return table == null || server.getSchema() == null ? table : server.getSchema() + "." + table;
    }

    private static String ownWords(SQLException error, @Nullable ServerErrorMessage server) {
        String words = server == null ? error.getMessage() : server.getMessage();
        return words == null ? "no reason given" : printable(words);
    }

    private static String printable(String text) {
        return Printable.text(text).strip();
    }

    // The server's own words on a record's content may quote it, so they are replaced.
    private static String dataReason(String state) {
        return switch (state) {
            case "22001" -> "a value is too long for its column";
            case "22003" -> "a number is outside the range of its column";
            case "22007", "22008" -> "a date or time is outside the range of its column";
            case "22021" -> "a text holds a NUL, or bytes that are no text in the database's encoding";
            case "22P03" -> "a field's bytes are not those of its column's type";
            case "22P02" -> "a value is not valid for its column's type";
            case "23502" -> "a NOT NULL column has no value";
            case "23503" ->
                "a foreign key is not kept: the row that it refers to is not there, or rows still refer to the one to delete";
            case "23505" -> "a row with this key exists already";
            case "23514" -> "a check constraint or the partitions of the table do not admit the row";
            case "23P01" -> "an exclusion constraint does not admit the row";
            case "44000" -> "the view's check option does not admit the row";
            case "54000" -> "the row or one of its index entries is too large for the server";
            default ->
                state.startsWith("P0")
                        ? "a trigger or function refused the row"
                        : "the server refused the row's content";
        };
    }

    private static String advice(String state, SqlOutcome outcome) {
        return switch (state) {
            case "23503" ->
                ". Within a flush the referred table is written first; a row that comes later, or by another task, is"
                        + " not waited for: load that topic first, or put both into the topics of one connector with"
                        + " tasks.max=1";
            case "23505" ->
                ". Where it was written before, by a task that ended or whose partitions moved: insert.mode=upsert"
                        + " writes it over itself, delivery.guarantee=exactly_once does not write it again";
            case "25006" ->
                ". The server is read-only: name the primary in connection.url, or all servers with"
                        + " targetServerType=primary";
            case "28P01", "28000" -> ". Check connection.user and connection.password, and the server's pg_hba.conf";
            case "3D000" -> ". Check the database name in connection.url";
            case "42501" -> ". Ask the owner of the relation or schema for the right";
            case "53100" -> ". The server's disk is full";
            case "53300" -> ". The server has no connection left: lower tasks.max or raise max_connections";
            case "54000" ->
                outcome == SqlOutcome.RESOURCE
                        ? ". Its old transaction ids must be frozen before it takes writes again: VACUUM the database that"
                                + " it names"
                        : "";
            case "55P03" -> ". Another session holds a lock on the table: find it in pg_stat_activity";
            default -> outcome == SqlOutcome.SCHEMA ? ". The table changed, or it is not the one that was meant" : "";
        };
    }
}
