/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The law of the converter over random schemas and values: reading undoes writing, and the bytes are Avro's own. */
class AvroRoundTripTest {
    private static final int RUNS = 500;
    private static final int PREFIX = 10;

    @Test
    void readingUndoesWriting() {
        for (int seed = 0; seed < RUNS; seed++) {
            RandomConnect random = new RandomConnect(seed);
            Schema schema = random.struct(3);
            Object value = random.nonNull(schema);
            SchemaAndValue read = Written.by(Map.of(), schema, value).read();
            assertThat(read.schema()).as("schema of seed %d", seed).isEqualTo(schema);
            Equality.assertSame(read.value(), value);
        }
    }

    @Test
    void theBytesAreThoseOfAvrosOwnWriter() throws IOException {
        for (int seed = 0; seed < RUNS; seed++) {
            RandomConnect random = new RandomConnect(seed).withoutOrder();
            Schema schema = random.struct(3);
            Written written = Written.by(Map.of(), schema, random.nonNull(schema));
            byte[] body = Arrays.copyOfRange(written.payload(), PREFIX, written.payload().length);
            assertThat(rewritten(body, written.avro())).as("seed %d", seed).isEqualTo(body);
        }
    }

    private static byte[] rewritten(byte[] body, org.apache.avro.Schema schema) throws IOException {
        Object datum =
                new GenericDatumReader<>(schema).read(null, DecoderFactory.get().binaryDecoder(body, null));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<>(schema).write(datum, encoder);
        encoder.flush();
        return out.toByteArray();
    }
}
