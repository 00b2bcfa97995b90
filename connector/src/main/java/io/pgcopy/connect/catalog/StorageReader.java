/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.catalog;

import io.pgcopy.connect.db.Row;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlResource;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.Storage;
import io.pgcopy.connect.type.StoredColumn;
import io.pgcopy.connect.type.TableId;
import io.pgcopy.connect.type.ToastSettings;
import java.util.List;

/** How the server stores large values: what its catalog says of a table's columns, and what a session would do. */
public final class StorageReader {
    private static final SqlResource TOAST = SqlResource.named("toast");
    private static final String COLUMNS = SqlResource.named("storage")
            .where("root = (SELECT c.oid FROM pg_catalog.pg_class AS c"
                    + " JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace"
                    + " WHERE n.nspname = ? AND c.relname = ?)");

    private final Session session;

    public StorageReader(Session session) {
        this.session = session;
    }

    /** What this session does to columns without a compression of their own. */
    public ToastSettings settings() {
        return session.first(TOAST.all(), StorageReader::settings)
                .orElseThrow(() -> new IllegalStateException("the server has no default_toast_compression"));
    }

    /** The columns of a table, then those of its partitions; none where there is no such table. */
    public List<StoredColumn> columns(TableId table) {
        return session.query(COLUMNS, StorageReader::column, table.schema(), table.name());
    }

    private static ToastSettings settings(Row row) {
        Compression method = row.text("method").equals("lz4") ? Compression.LZ4 : Compression.PGLZ;
        return new ToastSettings(method, row.bool("chosen"), row.bool("has_lz4"));
    }

    private static StoredColumn column(Row row) {
        return new StoredColumn(
                new TableId(row.text("nspname"), row.text("relname")),
                row.bool("is_partitioned"),
                row.text("attname"),
                BuiltIn.of(row.oid("carried_type")).orElse(null),
                Storage.of(row.text("attstorage")),
                Compression.of(row.text("attcompression")),
                row.bool("owned"));
    }
}
