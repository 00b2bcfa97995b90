/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.StorageConfig;
import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.Storage;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in one line what was found out about a column, what it costs and what to run. */
final class StorageReport {
    private static final int MAX_STATEMENTS = 5;

    private StorageReport() {}

    /** What the values have shown: {@code of 32 values sampled, …}. */
    static String finding(ColumnFinding finding) {
        return switch (finding.kind()) {
            case WASTED ->
                percent(finding.wastedShare()) + " of the bytes of " + finding.values()
                        + " values sampled would be worked on by pglz, for about " + millis(finding.pglzMillis())
                        + ", to save " + percent(finding.savedShare());
            case PAYS, MIXED ->
                "compression saves " + percent(finding.savedShare()) + " of the bytes of " + finding.values()
                        + " values sampled";
            case IDLE ->
                "compression of the " + finding.values() + " values sampled is given up at once, so it costs and saves"
                        + " nothing";
            case UNKNOWN -> "too few large values were sampled yet (" + finding.values() + ")";
        };
    }

    /** What is to be done about it: what to gain and the exact statement, where there is anything to do. */
    static String conclusion(ColumnVerdict verdict) {
        if (!verdict.changes().isEmpty()) {
            return gain(verdict) + statements(verdict.changes()) + askTheOwner(verdict.changes());
        }
        boolean lz4 =
                verdict.wish() == Compression.LZ4 && verdict.stored().storage().compresses();
        if (lz4 && verdict.finding().kind() == StorageFinding.PAYS) {
            return "Nothing to do: this connector's transactions use lz4, for about "
                    + millis(verdict.finding().lz4Millis()) + " where pglz takes "
                    + millis(verdict.finding().pglzMillis()) + ". It leaves more bytes than pglz: where these matter"
                    + " more, set " + StorageConfig.COMPRESSION + "=pglz";
        }
        if (!lz4 || verdict.finding().kind() != StorageFinding.WASTED) {
            return "Nothing to do";
        }
        StorageChange external = new StorageChange(verdict.stored(), Storage.EXTERNAL);
        return "This connector's transactions use lz4, which spares nearly all of it; for other writers: "
                + external.statement() + askTheOwner(List.of(external));
    }

    private static String gain(ColumnVerdict verdict) {
        StorageFinding kind = verdict.finding().kind();
        Storage wanted = verdict.changes().get(0).wanted();
        if (kind == StorageFinding.PAYS && wanted == Storage.EXTENDED) {
            return "To save " + percent(verdict.finding().savedShare()) + " of the bytes: ";
        }
        if (kind == StorageFinding.WASTED && wanted == Storage.EXTERNAL) {
            return "To spare " + millis(verdict.costMillis()) + ": ";
        }
        if (verdict.finding().sliced() && wanted == Storage.EXTERNAL) {
            return "Its values come in slices; to let a slice be read without all that is before it: ";
        }
        return "As " + StorageConfig.STORAGE + " asks for: ";
    }

    static String statements(List<StorageChange> changes) {
        String first = changes.stream()
                .limit(MAX_STATEMENTS)
                .map(StorageChange::statement)
                .collect(Collectors.joining("; "));
        int more = changes.size() - MAX_STATEMENTS;
        return more > 0 ? first + "; and likewise " + more + " more partitions" : first;
    }

    private static String askTheOwner(List<StorageChange> changes) {
        boolean owned = changes.stream().allMatch(change -> change.column().owned());
        return owned ? "" : " (the role of this connector does not own the table: ask its owner)";
    }

    private static String millis(double cpu) {
        return String.format(Locale.ROOT, "%.1f ms of server CPU per MB", cpu);
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }
}
