/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/** Another task owns partitions that this one thought its own; nothing of the batch was written. */
final class FencedException extends ConnectException {
    private static final long serialVersionUID = 1L;

    private final transient Set<TopicPartition> partitions;

    FencedException(Set<TopicPartition> partitions, String message) {
        super(message);
        this.partitions = partitions;
    }

    Set<TopicPartition> partitions() {
        return partitions;
    }
}
