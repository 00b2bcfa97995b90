/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.Zstd;
import io.pgcopy.converters.avro.AvroConverter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ZstdConverterTest {
    private static final Schema ROW = SchemaBuilder.struct()
            .name("public.pictures")
            .field("id", Schema.INT64_SCHEMA)
            .field("picture", Schema.OPTIONAL_BYTES_SCHEMA)
            .build();

    private final ZstdConverter bytes = converter(BytesConverter.class, Map.of());

    @AfterEach
    void close() {
        bytes.close();
    }

    @Test
    void compressesTextAtLeastAsWellAsTheLevelDoes() {
        byte[] text = Payloads.text(524_288);
        byte[] written = write(text);
        assertThat(written.length)
                .isLessThanOrEqualTo(Zstd.compress(text, 3).length + ZstdFrame.MARK_LENGTH + 4 /* checksum */);
        assertThat(read(written)).isEqualTo(text);
    }

    @Test
    void storesWhatDoesNotCompressAsTheSameArray() {
        byte[] jpeg = Payloads.jpeg();
        assertThat(jpeg.length).isGreaterThan(100_000);
        assertThat(write(jpeg)).isSameAs(jpeg);
        byte[] random = Payloads.random(524_288);
        assertThat(write(random)).isSameAs(random);
        assertThat(read(random)).isSameAs(random);
        byte[] small = Payloads.random(20_000);
        assertThat(write(small)).as("below the size of a probe").isSameAs(small);
    }

    @Test
    void entropyIsSeenWhereNothingRepeats() {
        byte[] base64 = Payloads.base64(524_288);
        assertThat((double) write(base64).length / base64.length).isBetween(0.74, 0.77);
    }

    @Test
    void smallPayloadsAreLeftToTheProducer() {
        byte[] small = Payloads.text(4_095);
        assertThat(write(small)).isSameAs(small);
        assertThat(write(Payloads.text(4_096)).length).isLessThan(4_096);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_048_576, 1_048_577, 5_000_000, 20_000_000})
    void largePayloadsGoByPieces(int length) {
        byte[] text = Payloads.text(length);
        byte[] written = write(text);
        assertThat(written.length).isLessThan(length / 3);
        assertThat(Zstd.getFrameContentSize(written, ZstdFrame.MARK_LENGTH, written.length - ZstdFrame.MARK_LENGTH))
                .isEqualTo(length);
        assertThat(read(written)).isEqualTo(text);
        byte[] random = Payloads.random(length);
        assertThat(write(random)).isSameAs(random);
        assertThat(write(text)).as("after a payload that was given up").isEqualTo(written);
    }

    @Test
    void aPlainPayloadThatLooksCompressedComesBackAsItWas() {
        byte[] compressed = write(Payloads.text(10_000));
        assertThat(read(write(compressed))).isEqualTo(compressed);
        for (int length = 0; length <= ZstdFrame.MARK_LENGTH; length++) {
            byte[] start = Arrays.copyOf(compressed, length);
            assertThat(read(write(start))).as("%d bytes", length).isEqualTo(start);
        }
    }

    @Test
    void nullStaysNull() {
        assertThat(bytes.fromConnectData("t", null, null)).isNull();
        assertThat(bytes.toConnectData("t", null).value()).isNull();
    }

    @Test
    void wrapsAvroWithItsHeaders() {
        Struct row = new Struct(ROW).put("id", 1L).put("picture", Payloads.text(100_000));
        ZstdConverter avro = converter(AvroConverter.class, Map.of());
        RecordHeaders headers = new RecordHeaders();
        byte[] written = Objects.requireNonNull(avro.fromConnectData("t", headers, ROW, row));
        assertThat(written.length).isLessThan(40_000);
        SchemaAndValue read = avro.toConnectData("t", headers, written);
        assertThat(read.schema()).isEqualTo(ROW);
        assertThat(((Struct) read.value()).getBytes("picture")).isEqualTo(Payloads.text(100_000));
        avro.close();
    }

    @Test
    void settingsReachTheDelegateWithAndWithoutThePrefix() {
        for (String key : List.of("schemas.enable", "delegate.schemas.enable")) {
            ZstdConverter json = converter(JsonConverter.class, Map.of(key, "false"));
            byte[] written = Objects.requireNonNull(json.fromConnectData("t", ROW, new Struct(ROW).put("id", 1L)));
            assertThat(new String(written, java.nio.charset.StandardCharsets.UTF_8))
                    .doesNotContain("schema");
            json.close();
        }
        assertThat(ZstdConverterConfig.delegateSettings(
                        Map.of("delegate", "x", "zstd.level", "1", "a", "1", "delegate.a", "2")))
                .isEqualTo(Map.of("a", "2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no.such.Converter", "java.lang.String", "io.pgcopy.converters.zstd.ZstdConverter"})
    void aWrongDelegateIsNamed(String delegate) {
        ZstdConverter converter = new ZstdConverter();
        assertThatThrownBy(
                        () -> converter.configure(Map.of("delegate", delegate, "delegate.password", "s3cret"), false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("delegate")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void errorsNameTheTopic() {
        byte[] cut = Arrays.copyOf(write(Payloads.text(10_000)), 200);
        assertThatThrownBy(() -> bytes.toConnectData("pictures", cut))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic pictures");
    }

    @Test
    void isFoundAsAPluginWithAVersion() {
        List<Converter> found = ServiceLoader.load(Converter.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(converter -> converter.getClass().getName().startsWith("io.pgcopy."))
                .toList();
        assertThat(found.stream().map(converter -> converter.getClass().getSimpleName()))
                .containsExactlyInAnyOrder("AvroConverter", "ZstdConverter");
        for (Converter converter : found) {
            assertThat(((Versioned) converter).version()).matches("\\d+\\.\\d+\\.\\d+.*");
            assertThat(converter.config().names()).isNotEmpty();
        }
    }

    private byte[] write(byte[] payload) {
        return Objects.requireNonNull(bytes.fromConnectData("t", Schema.BYTES_SCHEMA, payload));
    }

    private byte @Nullable [] read(byte[] payload) {
        return (byte[]) bytes.toConnectData("t", payload).value();
    }

    private static ZstdConverter converter(Class<? extends Converter> delegate, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("delegate", delegate.getName());
        ZstdConverter converter = new ZstdConverter();
        converter.configure(settings, false);
        return converter;
    }
}
