/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import io.apicurio.registry.utils.converter.avro.AvroData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Both ways against an independent implementation of the same mapping, which descends from Confluent's. */
class ApicurioCompatibilityTest {
    private static final int RUNS = 300;

    @Test
    void readsWhatWeWrite() throws IOException {
        for (int seed = 0; seed < RUNS; seed++) {
            RandomConnect random = new RandomConnect(seed, true);
            Schema schema = random.struct(3);
            Object value = random.nonNull(schema);
            Written written = Written.by(Map.of(), schema, value);
            byte[] body = Arrays.copyOfRange(written.payload(), 10, written.payload().length);
            Object datum = new GenericDatumReader<>(written.avro())
                    .read(null, DecoderFactory.get().binaryDecoder(body, null));
            SchemaAndValue read = new AvroData(1).toConnectData(written.avro(), datum);
            assertThat(Equality.text(read.schema())).as("seed %d", seed).isEqualTo(Equality.text(schema));
            Equality.assertSame(read.value(), value);
        }
    }

    @Test
    void weReadWhatItWrites() throws IOException {
        for (int seed = 0; seed < RUNS; seed++) {
            RandomConnect random = new RandomConnect(seed, true);
            Schema schema = random.struct(3);
            Object value = random.nonNull(schema);
            AvroData other = new AvroData(1);
            org.apache.avro.Schema avro = other.fromConnectSchema(schema);
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(body, null);
            new GenericDatumWriter<>(avro).write(other.fromConnectData(schema, value), encoder);
            SchemaAndValue read = read(avro, body.toByteArray());
            assertThat(Equality.text(read.schema())).as("seed %d", seed).isEqualTo(Equality.text(schema));
            Equality.assertSame(read.value(), value);
        }
    }

    private static SchemaAndValue read(org.apache.avro.Schema avro, byte[] body) {
        byte[] payload = ByteBuffer.allocate(10 + body.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0xC3)
                .put((byte) 1)
                .putLong(SchemaNormalization.parsingFingerprint64(avro))
                .put(body)
                .array();
        byte[] json = avro.toString().getBytes(StandardCharsets.UTF_8);
        return Written.converter(Map.of())
                .toConnectData("t", new RecordHeaders().add("avro.value.schema", json), payload);
    }
}
