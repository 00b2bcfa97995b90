/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.StorageConfig;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.Storage;
import io.pgcopy.connect.type.StoredColumn;
import io.pgcopy.connect.type.ToastSettings;

/** Decides what storage and compression suit a column: the settings' word first, then what its values have shown. */
final class StoragePolicy {
    // Server CPU per MB that a change must spare; storing an MB takes about 3 ms.
    private static final double MIN_GAIN_MILLIS = 0.15;

    private final StorageConfig config;

    StoragePolicy(StorageConfig config) {
        this.config = config;
    }

    /**
     * What a transaction that writes this column is to compress with where the column has no compression of its
     * own; {@link Compression#UNSET} for what the session has.
     */
    Compression session(StoredColumn column, ToastSettings settings, ColumnFinding finding) {
        return switch (config.compression()) {
            case KEEP -> Compression.UNSET;
            case PGLZ -> Compression.PGLZ;
            case LZ4 -> Compression.LZ4;
            case AUTO -> lz4Pays(column, settings, finding) ? Compression.LZ4 : Compression.UNSET;
        };
    }

    /** The storage that suits the column, which is the one it has where nothing speaks for another. */
    Storage storage(StoredColumn column, Compression session, ColumnFinding finding) {
        Storage now = column.storage();
        if (config.storage().fixed()) {
            return column.type() == BuiltIn.BYTEA
                    ? Storage.valueOf(config.storage().name())
                    : now;
        }
        return switch (finding.kind()) {
            case WASTED ->
                now.compresses()
                                && (spared(method(column, session), finding) >= MIN_GAIN_MILLIS
                                        || readInSlices(column, finding))
                        ? Storage.EXTERNAL
                        : now;
            case PAYS -> now == Storage.EXTERNAL ? Storage.EXTENDED : now;
            case IDLE, MIXED -> now.compresses() && readInSlices(column, finding) ? Storage.EXTERNAL : now;
            case UNKNOWN -> now;
        };
    }

    /** Server CPU in milliseconds per MB that compressing by this method costs: what EXTERNAL spares. */
    static double spared(Compression method, ColumnFinding finding) {
        return method == Compression.LZ4 ? finding.lz4Millis() : finding.pglzMillis();
    }

    /** What the column's values are compressed with by our transactions. */
    static Compression method(StoredColumn column, Compression session) {
        return column.compression() == Compression.UNSET ? session : column.compression();
    }

    // Of a value that is compressed the server must decompress all that is before a slice. Text is never cut by it.
    private static boolean readInSlices(StoredColumn column, ColumnFinding finding) {
        return finding.sliced() && column.type() == BuiltIn.BYTEA;
    }

    private static boolean lz4Pays(StoredColumn column, ToastSettings settings, ColumnFinding finding) {
        return settings.hasLz4()
                && !settings.chosen()
                && column.storage().compresses()
                && column.compression() == Compression.UNSET
                && finding.kind() != StorageFinding.IDLE;
    }
}
