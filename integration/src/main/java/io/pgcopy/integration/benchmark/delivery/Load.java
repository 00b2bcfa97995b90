/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The records of one case, made before the clock starts.
 *
 * @param bytes of all values
 */
record Load(Shape shape, List<SinkRecord> records, long bytes) {
    static final String TABLE = "target";
    static final TopicPartition PARTITION = new TopicPartition(TABLE, 0);
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    // What a narrow row's values come to.
    private static final int NARROW_BYTES = 55;

    /** Rows with the keys from 0, in an order that is the same in each run and not the keys' own. */
    static Load of(Shape shape, int rows, Content content) {
        List<Long> ids = new ArrayList<>();
        for (long id = 0; id < rows; id++) {
            ids.add(id);
        }
        Collections.shuffle(ids, new Random(7));
        return of(shape, ids, content);
    }

    /** Rows with these keys, in this order. */
    static Load of(Shape shape, List<Long> ids, Content content) {
        List<SinkRecord> records = new ArrayList<>();
        for (long id : ids) {
            Struct row = shape.row(id, content);
            Struct key = new Struct(KEY).put("id", id);
            records.add(new SinkRecord(
                    PARTITION.topic(), PARTITION.partition(), KEY, key, shape.schema(), row, records.size()));
        }
        long size = shape == Shape.NARROW ? NARROW_BYTES : content.bytes() + Long.BYTES;
        return new Load(shape, records, size * ids.size());
    }

    int rows() {
        return records.size();
    }
}
