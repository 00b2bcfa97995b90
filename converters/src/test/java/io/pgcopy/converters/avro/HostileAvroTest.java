/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.DeflaterOutputStream;
import org.apache.avro.Schema.Parser;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Records made to hurt: an error that names the topic, soon, and without much memory. */
@Timeout(30)
class HostileAvroTest {
    private static final String MANY = "80808080808080808001"; // 2^62 as a variable-length number

    private final AvroConverter converter = Written.converter(Map.of());

    @Test
    void everyCutIsAnError() {
        RandomConnect random = new RandomConnect(5);
        org.apache.kafka.connect.data.Schema schema = random.struct(3);
        Written written = Written.by(Map.of(), schema, random.nonNull(schema));
        for (int length = 0; length < written.payload().length; length++) {
            byte[] cut = Arrays.copyOf(written.payload(), length);
            assertThatThrownBy(() -> converter.toConnectData("orders", written.headers(), cut))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("topic orders");
        }
        byte[] longer = Arrays.copyOf(written.payload(), written.payload().length + 1);
        assertThatThrownBy(() -> converter.toConnectData("orders", written.headers(), longer))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("1 more bytes");
    }

    @Test
    void lengthsAreWeighedBeforeTheyAreBelieved() {
        refuses("\"bytes\"", MANY, "length");
        refuses("\"bytes\"", "01", "length"); // -1
        refuses("\"bytes\"", "feffffff0f" + "00", "length"); // 2^31 - 1
        refuses("\"string\"", MANY, "length");
        refuses("{\"type\": \"array\", \"items\": \"int\"}", MANY, "elements");
        refuses("{\"type\": \"array\", \"items\": \"int\"}", "feffffff0f" + "00", "elements");
        refuses("{\"type\": \"array\", \"items\": \"int\"}", "01" + MANY, "block");
        refuses("{\"type\": \"map\", \"values\": \"int\"}", MANY, "elements");
        refuses("{\"type\": \"fixed\", \"name\": \"f\", \"size\": 2000000000}", "00", "2000000000 bytes");
        refuses("\"long\"", "ffffffffffffffffffff01", "64 bits");
        refuses("\"int\"", MANY, "int");
    }

    @Test
    void valuesOutsideTheirTypeAreRefused() {
        refuses("\"boolean\"", "0e", "boolean");
        refuses("\"string\"", "04c328", "UTF-8");
        refuses("{\"type\": \"enum\", \"name\": \"e\", \"symbols\": [\"A\"]}", "02", "from 0 to 0");
        refuses("[\"null\", \"int\"]", "04", "branch");
        refuses("[\"null\", \"int\"]", "01", "branch");
        refuses("{\"type\": \"int\", \"connect.type\": \"int8\"}", "8002", "from -128 to 127");
        refuses("{\"type\": \"int\", \"logicalType\": \"time-millis\"}", "01", "one day");
        refuses("{\"type\": \"bytes\", \"logicalType\": \"decimal\", \"precision\": 4, \"scale\": 2}", "00", "decimal");
    }

    @Test
    void elementsWithoutBytesCannotBeVeryMany() {
        String nothing = "{\"type\": \"record\", \"name\": \"nothing\", \"fields\": []}";
        String array = "{\"type\": \"array\", \"items\": " + nothing + "}";
        refuses(array, "feffffff0f" + "00", "elements");
        refuses("{\"type\": \"array\", \"items\": " + array + "}", "a01f" + "80f107".repeat(2_000) + "00", "elements");
        assertThat(read(array, "06" + "00").value())
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(3);
    }

    @Test
    void recordsThatDoubleTwentyTimesAreRefused() {
        StringBuilder schema = new StringBuilder("{\"type\": \"record\", \"name\": \"r0\", \"fields\": []}");
        for (int i = 1; i <= 40; i++) {
            String inner = schema.toString();
            schema.setLength(0);
            schema.append("{\"type\": \"record\", \"name\": \"r")
                    .append(i)
                    .append("\", \"fields\": [{\"name\": \"a\", \"type\": ")
                    .append(inner)
                    .append("}, {\"name\": \"b\", \"type\": \"r")
                    .append(i - 1)
                    .append("\"}]}");
        }
        refuses(schema.toString(), "", "fields and types in all");
    }

    @Test
    void recursiveAndDeepSchemasAreRefused() {
        refuses(
                "{\"type\": \"record\", \"name\": \"node\", \"fields\": [{\"name\": \"next\", \"type\": [\"null\", \"node\"]}]}",
                "00",
                "recursive");
        refuses("{\"type\": \"array\", \"items\": ".repeat(65) + "\"int\"" + "}".repeat(65), "00", "deep");
        refusesText(
                "{\"type\": \"array\", \"items\": ".repeat(3_000) + "\"int\"" + "}".repeat(3_000), "cannot be read");
        refusesText("[".repeat(100_000), "cannot be read");
    }

    @Test
    void aSchemaOfTenMegabytesIsRefused() {
        refusesText("\"" + "x".repeat(10 << 20) + "\"", "schema.max.bytes");
    }

    @Test
    void textThatIsNoSchemaIsRefused() {
        for (String text : new String[] {
            "",
            "{",
            "null",
            "7",
            "\"no-such-type\"",
            "{}",
            "[]",
            "[[\"int\"]]",
            "\0",
            "{\"type\": 3}",
            "{\"type\": \"record\"}",
            "{\"type\": \"fixed\", \"name\": \"f\", \"size\": -1}",
            "{\"type\": \"map\"}",
            "{\"type\": \"record\", \"name\": \"r\", \"fields\": [{\"name\": \"a\"}]}"
        }) {
            refusesText(text, "");
        }
    }

    @Test
    void placesWhereOnlyNullMayStandAreRefused() {
        refuses("\"null\"", "", "only null");
        refuses("[\"null\"]", "00", "only null");
    }

    @Test
    void javaClassNamesInASchemaAreIgnored() {
        SchemaAndValue read = read(
                "{\"type\": \"record\", \"name\": \"r\", \"java-class\": \"java.net.URL\", \"fields\": [{\"name\": \"a\", \"type\":"
                        + " {\"type\": \"string\", \"java-class\": \"java.net.URL\", \"avro.java.string\": \"String\","
                        + " \"java-key-class\": \"java.io.File\"}}]}",
                "0461" + "62");
        assertThat(((Struct) read.value()).get("a")).isEqualTo("ab");
    }

    @Test
    void aCompressedSchemaThatBurstsIsRefused() {
        // A megabyte of blanks is a JSON text, and a kilobyte of zlib.
        byte[] bomb = deflated(("\"long\"" + " ".repeat(1_000_000)).getBytes(StandardCharsets.UTF_8));
        assertThat(bomb).hasSizeLessThan(2_000);
        refusesHeader(bomb, "100 times its header");
        byte[] large = new byte[2 << 20];
        new SplittableRandom(1).nextBytes(large);
        refusesHeader(SchemaHeader.compressed(hex(large)), "more than 1048576 bytes");
    }

    private static byte[] deflated(byte[] text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Test
    void numbersOfManyDigitsAreNotExpanded() {
        for (String number :
                new String[] {"\"1e300000000\"", "1e300000000", "\"1e-300000000\"", "\"7\"", "1e25", "1.5"}) {
            for (String type : new String[] {"int", "long"}) {
                refuses(
                        "{\"type\": \"" + type + "\", \"connect.default\": " + number + "}",
                        "02",
                        "expected a default of type");
            }
        }
        refuses("{\"type\": \"double\", \"connect.default\": \"7\"}", "0000000000000000", "expected a default of type");
        assertThat(read("{\"type\": \"long\", \"connect.default\": 9223372036854775807}", "02")
                        .schema()
                        .defaultValue())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void defaultsOfAnotherShapeAreRefused() {
        for (String field : new String[] {
            "{\"name\": \"a\", \"type\": \"int\", \"default\": [1]}",
            "{\"name\": \"a\", \"type\": \"int\", \"default\": {\"x\": 1}}",
            "{\"name\": \"a\", \"type\": {\"type\": \"array\", \"items\": {\"type\": \"record\", \"name\": \"MapEntry\","
                    + " \"namespace\": \"io.confluent.connect.avro\", \"fields\": [{\"name\": \"key\", \"type\": \"int\"},"
                    + " {\"name\": \"value\", \"type\": \"int\"}]}}, \"default\": [1]}",
            "{\"name\": \"a\", \"type\": {\"type\": \"array\", \"items\": \"int\"}, \"default\": [{}]}",
            "{\"name\": \"a\", \"type\": {\"type\": \"record\", \"name\": \"s\", \"fields\": []}, \"default\": [1]}",
            "{\"name\": \"a\", \"type\": {\"type\": \"record\", \"name\": \"s\", \"fields\": []}, \"default\": {\"x\": 1}}"
        }) {
            refusesText("{\"type\": \"record\", \"name\": \"r\", \"fields\": [" + field + "]}", "default");
        }
    }

    /** A record that is used by many fields, each with a word of its own about it, is made for each. */
    @Test
    void shortSchemasThatMakeLargePlansAreForgottenInTime() {
        for (int number = 0; number < 25; number++) {
            StringBuilder inner = new StringBuilder("{\"type\": \"record\", \"name\": \"i\", \"fields\": [");
            for (int i = 0; i < 250; i++) {
                inner.append(i == 0 ? "" : ",")
                        .append("{\"name\": \"f")
                        .append(i)
                        .append("\", \"type\": \"int\"}");
            }
            StringBuilder schema =
                    new StringBuilder("{\"type\": \"record\", \"name\": \"n" + number + "\", \"fields\": [");
            for (int i = 0; i < 300; i++) {
                schema.append(i == 0 ? "" : ",")
                        .append("{\"name\": \"g" + i + "\", \"doc\": \"" + i + "\", \"type\": ")
                        .append(i == 0 ? inner + "]}" : "\"i\"")
                        .append("}");
            }
            read(schema.append("]}").toString(), "02".repeat(75_000));
        }
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        assertThat(runtime.totalMemory() - runtime.freeMemory()).isLessThan(150L << 20);
    }

    @Test
    void aDamagedCompressedSchemaIsRefused() {
        byte[] good =
                SchemaHeader.compressed("{\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\": \"int\"}}"
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(good[0]).isEqualTo((byte) 0x78);
        for (int length = 1; length < good.length; length++) {
            refusesHeader(Arrays.copyOf(good, length), "ends too early");
        }
        refusesHeader(Arrays.copyOf(good, good.length + 3), "followed by 3 more bytes");
        byte[] wrong = good.clone();
        wrong[wrong.length - 1] ^= 1;
        refusesHeader(wrong, "cannot be read");
        // It asks for a dictionary that nobody has.
        refusesHeader(new byte[] {0x78, (byte) 0xbb, 1, 2, 3, 4, 5}, "ends too early");
    }

    @Test
    void idsOfTheWrongLengthAreRefused() {
        Written written = Written.by(Map.of(), org.apache.kafka.connect.data.Schema.INT32_SCHEMA, 1);
        written.headers().add("avro.value.schema.id", new byte[15]);
        assertThatThrownBy(() -> converter.toConnectData("t", written.headers(), written.payload()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("16 bytes");
    }

    @Test
    void aPayloadThatIsCutWithinItsFirstBytesIsSaidToBe() {
        Written written = Written.by(Map.of(), org.apache.kafka.connect.data.Schema.INT32_SCHEMA, 1);
        for (int length = 2; length < 10; length++) {
            byte[] cut = Arrays.copyOf(written.payload(), length);
            assertThatThrownBy(() -> converter.toConnectData("t", written.headers(), cut))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("at least 10 bytes, found " + length);
        }
    }

    /** Such errors go into logs and dead letter queues. */
    @Test
    void noValueIsInAnyText() {
        refusesWithout("{\"type\": \"int\", \"connect.type\": \"int8\"}", "f2c001", "12345"); // 12345
        refusesWithout("{\"type\": \"int\", \"logicalType\": \"time-millis\"}", "f1c001", "12345"); // -12345
        refusesWithout("\"int\"", "f2c0f2c0f2c001", "0"); // more than an int
        refusesWithout("\"boolean\"", "2a", "42");
        refusesWithout("{\"type\": \"enum\", \"name\": \"e\", \"symbols\": [\"A\"]}", "f2c001", "12345");
    }

    private void refusesWithout(String schema, String bodyHex, String value) {
        assertThatThrownBy(() -> read(schema, bodyHex))
                .isInstanceOf(DataException.class)
                .hasMessageNotContaining(value);
    }

    @Test
    void whatIsNotAvroIsNamed() {
        for (byte[] bytes : new byte[][] {{}, {'{'}, {(byte) 0xC3}, {(byte) 0xC3, 2}, {1, 2, 3}}) {
            assertThatThrownBy(() -> converter.toConnectData("t", new RecordHeaders(), bytes))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("found neither");
        }
    }

    private SchemaAndValue read(String schema, String bodyHex) {
        byte[] body = HexFormat.of().parseHex(bodyHex);
        byte[] payload = ByteBuffer.allocate(10 + body.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0xC3)
                .put((byte) 1)
                .putLong(SchemaNormalization.parsingFingerprint64(new Parser().parse(schema)))
                .put(body)
                .array();
        return converter.toConnectData("t", headers(schema), payload);
    }

    private void refuses(String schema, String bodyHex, String reason) {
        assertThatThrownBy(() -> read(schema, bodyHex))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic t")
                .hasMessageContaining(reason);
    }

    private void refusesText(String schema, String reason) {
        byte[] payload = {(byte) 0xC3, 1, 0, 0, 0, 0, 0, 0, 0, 0};
        assertThatThrownBy(() -> converter.toConnectData("t", headers(schema), payload))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic t")
                .hasMessageContaining(reason);
    }

    private void refusesHeader(byte[] header, String reason) {
        byte[] payload = {(byte) 0xC3, 1, 0, 0, 0, 0, 0, 0, 0, 0};
        Headers headers = new RecordHeaders().add("avro.value.schema", header);
        assertThatThrownBy(() -> converter.toConnectData("orders", headers, payload))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic orders")
                .hasMessageContaining(reason);
    }

    private static byte[] hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.UTF_8);
    }

    private static Headers headers(String schema) {
        return new RecordHeaders().add("avro.value.schema", schema.getBytes(StandardCharsets.UTF_8));
    }
}
