/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A blob's bytes are copied once each way: counted by the JVM, so no other work on the machine matters. */
class AvroAllocationTest {
    private static final int BLOB = 524_288;
    private static final int ROUNDS = 20;
    private static final Schema ROW = SchemaBuilder.struct()
            .name("public.pictures")
            .field("id", Schema.INT64_SCHEMA)
            .field("picture", Schema.OPTIONAL_BYTES_SCHEMA)
            .build();

    private final AvroConverter converter = Written.converter(Map.of());
    private final Struct row = new Struct(ROW).put("id", 1L).put("picture", new byte[BLOB]);

    @Test
    void writingAndReadingABlobAllocateItsBytesOnce() {
        Written written = Written.by(converter, ROW, row);
        assertThat(allocated(() -> Written.by(converter, ROW, row)))
                .as("bytes allocated to write a blob")
                .isBetween((long) BLOB, BLOB * 11L / 10);
        assertThat(allocated(() -> converter.toConnectData("t", written.headers(), written.payload())))
                .as("bytes allocated to read a blob")
                .isBetween((long) BLOB, BLOB * 11L / 10);
    }

    @Test
    void readingABlobAsAViewAllocatesNoneOfItsBytes() {
        AvroConverter views = Written.converter(Map.of("bytes.views", "true"));
        Written written = Written.by(views, ROW, row);
        assertThat(allocated(() -> views.toConnectData("t", written.headers(), written.payload())))
                .as("bytes allocated to read a blob")
                .isLessThan(BLOB / 100);
    }

    /** The least of some rounds: in the others the JVM may load a class. */
    private static long allocated(Supplier<?> work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            Object made = work.get();
            long after = threads.getCurrentThreadAllocatedBytes();
            assertThat(made).isNotNull();
            least = Math.min(least, after - before);
        }
        return least;
    }
}
