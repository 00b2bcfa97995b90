/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.type.TableId;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A part of a table that one task reads from beginning to end; so far always all of it.
 *
 * @param index counts the splits of one table from 0
 */
record TableSplit(ReadFrom rows, int index) {

    TableId table() {
        return rows.table();
    }

    @Override
    public String toString() {
        return table() + " split " + index;
    }

    /** Splits as a task's configuration carries them. */
    static String write(List<TableSplit> splits) {
        return splits.stream().map(TableSplit::write).collect(Collectors.joining(" "));
    }

    static List<TableSplit> read(String text) {
        return Arrays.stream(text.split(" ")).map(TableSplit::readOne).toList();
    }

    private String write() {
        List<String> parts = new ArrayList<>(List.of(
                encode(table().schema()),
                encode(table().name()),
                Integer.toString(index),
                rows.only() ? "only" : "all"));
        for (TableId apart : rows.apart()) {
            parts.add(encode(apart.schema()));
            parts.add(encode(apart.name()));
        }
        return String.join("/", parts);
    }

    private static TableSplit readOne(String text) {
        String[] parts = text.split("/", -1);
        List<TableId> apart = new ArrayList<>();
        for (int i = 4; i < parts.length; i += 2) {
            apart.add(new TableId(decode(parts[i]), decode(parts[i + 1])));
        }
        TableId table = new TableId(decode(parts[0]), decode(parts[1]));
        return new TableSplit(new ReadFrom(table, parts[3].equals("only"), apart), Integer.parseInt(parts[2]));
    }

    private static String encode(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
