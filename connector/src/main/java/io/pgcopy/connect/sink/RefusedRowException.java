/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobChunk;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A row that was put together from several records cannot be written. What is to be reported are these records,
 * and they are in Kafka alone: they are read again for it.
 */
final class RefusedRowException extends DataException {
    private static final long serialVersionUID = 1L;

    private final transient TopicPartition partition;
    private final long attempt;

    RefusedRowException(SinkRecord row, DataException error) {
        super(String.valueOf(error.getMessage()), error);
        this.partition = RecordPosition.of(row).partition();
        this.attempt = BlobChunk.parse(
                        (String) row.headers().lastWithName(BlobChunk.HEADER).value())
                .attempt()
                .id();
    }

    TopicPartition partition() {
        return partition;
    }

    /** The id of the attempt whose slices made up the row. */
    long attempt() {
        return attempt;
    }
}
