/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the connector adds to its configuration for one task: which splits are the task's, and its number. */
record SourceTaskConfig(int number, List<TableSplit> splits) {
    private static final String NUMBER = "pgcopy.task.number";
    private static final String SPLITS = "pgcopy.task.splits";

    Map<String, String> addTo(Map<String, String> connector) {
        Map<String, String> task = new HashMap<>(connector);
        task.put(NUMBER, Integer.toString(number));
        task.put(SPLITS, TableSplit.write(splits));
        return task;
    }

    static SourceTaskConfig from(Map<String, String> task) {
        return new SourceTaskConfig(Integer.parseInt(required(task, NUMBER)), TableSplit.read(required(task, SPLITS)));
    }

    private static String required(Map<String, String> task, String key) {
        String value = task.get(key);
        if (value == null) {
            throw new IllegalArgumentException("task configuration without " + key);
        }
        return value;
    }
}
