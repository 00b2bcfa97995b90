/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/** What was gathered is of no use any more: the partitions are read again from what the database has. */
final class RewindException extends ConnectException {
    private static final long serialVersionUID = 1L;

    private final transient Map<TopicPartition, Long> positions;

    RewindException(String message) {
        this(message, Map.of());
    }

    RewindException(String message, Map<TopicPartition, Long> positions) {
        super(message);
        this.positions = positions;
    }

    /** What the database says it has, where that is not what the task remembers. */
    Map<TopicPartition, Long> positions() {
        return positions;
    }
}
