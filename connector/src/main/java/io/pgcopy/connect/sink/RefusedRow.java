/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A row that was put together from several records and cannot be written.
 *
 * @param attempt the id of the attempt whose slices made up the row
 * @param offset of its last slice
 */
record RefusedRow(TopicPartition partition, long attempt, long offset, String reason) {
    static RefusedRow of(SinkRecord row, DataException error) {
        RecordPosition position = RecordPosition.of(row);
        return new RefusedRow(
                position.partition(), AssembledRow.attempt(row), position.offset(), String.valueOf(error.getMessage()));
    }
}
