/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/** Where a record stands in Kafka, before any transformation gave it another topic or partition. */
record RecordPosition(TopicPartition partition, long offset) {

    static RecordPosition of(SinkRecord record) {
        return new RecordPosition(partitionOf(record), record.originalKafkaOffset());
    }

    static TopicPartition partitionOf(SinkRecord record) {
        return new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
    }

    @Override
    public String toString() {
        return "topic " + partition.topic() + ", partition " + partition.partition() + ", offset " + offset;
    }
}
