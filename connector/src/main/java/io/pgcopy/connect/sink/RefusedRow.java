/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A row that was put together from several records and cannot be written.
 *
 * @param attempt the id of the attempt whose slices made up the row
 */
record RefusedRow(TopicPartition partition, long attempt, String reason) {
    static RefusedRow of(SinkRecord row, DataException error) {
        return new RefusedRow(
                RecordPosition.of(row).partition(), AssembledRow.attempt(row), String.valueOf(error.getMessage()));
    }
}
