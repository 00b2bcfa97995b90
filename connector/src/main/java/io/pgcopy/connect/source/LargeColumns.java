/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.LargeValueConfig;
import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.db.ReadStatements;
import io.pgcopy.connect.db.SelectList;
import io.pgcopy.connect.db.SlicedColumns;
import io.pgcopy.connect.row.RowDecoder;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which columns of a table may hold values too large for a record, and where each is cut.
 *
 * @param inServer bytea columns: the server sends slices of them
 * @param inClient text, json, jsonb and xml columns: their values come whole and are cut here
 */
record LargeColumns(List<String> inServer, List<String> inClient) {
    static final LargeColumns NONE = new LargeColumns(List.of(), List.of());

    private static final Set<BuiltIn> JSON = EnumSet.of(BuiltIn.JSON, BuiltIn.JSONB);

    /** Columns of the key are left whole: they say which row the slices are of. */
    static LargeColumns of(RowDecoder decoder, List<String> keyColumns) {
        List<String> inServer = new ArrayList<>();
        List<String> inClient = new ArrayList<>();
        for (Column column : decoder.columns()) {
            if (keyColumns.contains(column.name())) {
                continue;
            }
            Optional<BuiltIn> type = column.type().builtIn();
            if (type.filter(BuiltIn.BYTEA::equals).isPresent()) {
                inServer.add(column.name());
            } else if (type.filter(BuiltIn.LONG_TEXT::contains).isPresent()) {
                inClient.add(column.name());
            }
        }
        return new LargeColumns(List.copyOf(inServer), List.copyOf(inClient));
    }

    /** The statement that reads the table so. */
    String copyOut(ReadFrom from, RowDecoder decoder, Set<String> largeObjects, LargeValueConfig config) {
        List<String> columns = new ArrayList<>();
        Set<String> asText = new HashSet<>();
        Set<String> notNull = new HashSet<>();
        Map<String, String> emptied = new HashMap<>();
        for (Column column : decoder.columns()) {
            if (decoder.asText(columns.size())) {
                asText.add(column.name());
            }
            columns.add(column.name());
            if (column.notNull()) {
                notNull.add(column.name());
            }
            // A domain may not let in what is empty.
            if (inClient.contains(column.name()) && column.type() instanceof PgType.Scalar scalar) {
                emptied.put(column.name(), column.notNull() ? empty(scalar) : "NULL");
            }
        }
        SelectList select = new SelectList(columns, asText, largeObjects);
        if (inServer.isEmpty()) {
            return ReadStatements.copyOut(from, select);
        }
        // So that a row in which every such column is just small enough still fits in one record.
        return new SlicedColumns(inServer, config.valueBytes(inServer.size()), config.chunkBytes(), notNull, emptied)
                .copyOut(from, select);
    }

    private static String empty(PgType type) {
        return type.builtIn().filter(JSON::contains).isPresent() ? "'null'" : "''";
    }
}
