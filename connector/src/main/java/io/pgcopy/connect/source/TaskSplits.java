/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.SourceConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which of a task's splits are still to be read.
 *
 * @param lastEpoch the highest that any of the offsets knows of
 */
record TaskSplits(List<TableSplit> open, long lastEpoch) {
    private static final Logger LOG = LoggerFactory.getLogger(TaskSplits.class);

    static TaskSplits of(List<TableSplit> splits, SourceConfig config, OffsetStorageReader reader) {
        String database = config.connection().database();
        Map<Map<String, Object>, Map<String, Object>> offsets = reader.offsets(splits.stream()
                .map(split -> SourceOffset.partition(database, split))
                .toList());
        List<TableSplit> open = new ArrayList<>();
        long epoch = 0;
        for (TableSplit split : splits) {
            Map<String, Object> offset = offsets.get(SourceOffset.partition(database, split));
            epoch = Math.max(epoch, SourceOffset.epoch(offset));
            if (SourceOffset.isDone(offset, config.runs().id())) {
                LOG.info("{} was read before; set another run.id to read it again", split);
            } else {
                open.add(split);
            }
        }
        return new TaskSplits(List.copyOf(open), epoch);
    }
}
