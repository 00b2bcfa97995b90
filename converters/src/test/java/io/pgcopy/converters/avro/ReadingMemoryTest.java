/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import com.sun.management.ThreadMXBean;
import io.pgcopy.converters.zstd.BytesConverter;
import io.pgcopy.converters.zstd.ZstdConverter;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema.Parser;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What one record can make the heap hold. Counted by the JVM, so no other work on the machine matters. */
@Timeout(60)
class ReadingMemoryTest {
    private static final int CONTENT = 64 << 20;
    private static final int BLOCK = 8;

    private final AvroConverter avro = Written.converter(Map.of());

    /** A record of a few KB that zstd makes 64 MiB of: as many empty things as Avro can see in them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | {\"type\": \"map\", \"values\": \"int\"}",
                "1 | {\"type\": \"array\", \"items\": \"int\"}",
                "1 | \"string\"",
                "1 | \"bytes\"",
                "1 | \"int\"",
                "1 | \"boolean\"",
                "8 | \"double\"",
                "0 | {\"type\": \"record\", \"name\": \"e\", \"fields\": []}",
                "1 | [\"null\", \"string\"]",
                "2 | [\"string\", \"int\"]",
                "1 | {\"type\": \"long\", \"logicalType\": \"timestamp-millis\"}",
                "2 | {\"type\": \"record\", \"name\": \"n\", \"fields\": [{\"name\": \"a\", \"type\": [\"null\", \"int\"]},"
                        + " {\"name\": \"b\", \"type\": \"string\"}]}"
            })
    void zerosBehindZstdAreRefusedBeforeTheyFillTheHeap(int width, String items) {
        refusesWithin("{\"type\": \"array\", \"items\": " + items + "}", width);
        refusesWithin("{\"type\": \"map\", \"values\": " + items + "}", 1 + width);
    }

    private static void refusesWithin(String schema, int width) {
        try (ZstdConverter zstd = new ZstdConverter()) {
            zstd.configure(Map.of("delegate", AvroConverter.class.getName()), false);
            byte[] wire = bomb(schema, width);
            assertThat(wire.length).isLessThan(50_000);
            Throwable[] failure = new Throwable[1];
            long allocated = allocated(() -> failure[0] = failure(zstd, headers(schema), wire));
            assertThat(failure[0])
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("topic t")
                    .hasMessageContaining("elements.max.bytes");
            assertThat(allocated)
                    .as("bytes allocated, the content's own among them")
                    .isLessThan(CONTENT + 130L * 1_048_576);
        }
    }

    /** Blocks of eight elements, each of so many zeros. */
    private static byte[] bomb(String schema, int width) {
        byte[] content = payload(schema, CONTENT - 100);
        for (int at = 10; at < content.length; at += 1 + BLOCK * width) {
            content[at] = 2 * BLOCK;
        }
        try (ZstdConverter bytes = new ZstdConverter()) {
            bytes.configure(Map.of("delegate", BytesConverter.class.getName()), false);
            return Objects.requireNonNull(bytes.fromConnectData("t", Schema.BYTES_SCHEMA, content));
        }
    }

    private static Throwable failure(Converter converter, Headers headers, byte[] wire) {
        try {
            SchemaAndValue read = converter.toConnectData("t", headers, wire);
            return new AssertionError("was read: " + read.schema());
        } catch (DataException e) {
            return e;
        }
    }

    /** Half a million texts are a row that somebody may have. */
    @Test
    void honestRecordsAreRead() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 500_000; i++) {
            texts.add(String.valueOf(i));
        }
        Schema schema = SchemaBuilder.array(Schema.STRING_SCHEMA).build();
        Written written = Written.by(avro, schema, texts);
        assertThat(written.read().value()).isEqualTo(texts);
        AvroConverter narrow = Written.converter(Map.of("elements.max.bytes", "1048576"));
        assertThatThrownBy(() -> narrow.toConnectData("t", written.headers(), written.payload()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("elements.max.bytes");
    }

    /** Connect's structs have hash codes that anybody can make equal. */
    @Test
    void keysOfOneHashDoNotTakeTimeByTheirSquare() {
        String schema = "{\"type\": \"array\", \"items\": {\"type\": \"record\", \"name\": \"MapEntry\", \"namespace\":"
                + " \"io.confluent.connect.avro\", \"fields\": [{\"name\": \"key\", \"type\": {\"type\": \"record\", \"name\":"
                + " \"k\", \"fields\": [{\"name\": \"a\", \"type\": \"int\"}, {\"name\": \"b\", \"type\": \"int\"}]}},"
                + " {\"name\": \"value\", \"type\": \"boolean\"}]}}";
        int entries = 200_000;
        ByteBuffer body = ByteBuffer.allocate(entries * 11 + 10);
        number(body, entries);
        for (int i = 0; i < entries; i++) {
            // 31 a + b, by which a struct's hash code is made of its fields'.
            number(body, i);
            number(body, -31L * i);
            body.put((byte) 1);
        }
        number(body, 0);
        byte[] payload = payload(schema, body.position());
        System.arraycopy(body.array(), 0, payload, 10, body.position());
        assertThatThrownBy(() -> avro.toConnectData("t", headers(schema), payload))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("hash code");
    }

    private static void number(ByteBuffer to, long value) {
        for (long left = (value << 1) ^ (value >> 63); ; left >>>= 7) {
            if ((left & ~0x7FL) == 0) {
                to.put((byte) left);
                return;
            }
            to.put((byte) (left | 0x80));
        }
    }

    private static byte[] payload(String schema, int bodyBytes) {
        return ByteBuffer.allocate(10 + bodyBytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0xC3)
                .put((byte) 1)
                .putLong(SchemaNormalization.parsingFingerprint64(new Parser().parse(schema)))
                .array();
    }

    private static Headers headers(String schema) {
        return new RecordHeaders().add("avro.value.schema", schema.getBytes(StandardCharsets.UTF_8));
    }

    private static long allocated(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
