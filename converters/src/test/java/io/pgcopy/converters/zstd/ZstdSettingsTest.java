/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import io.pgcopy.converters.avro.AvroConverter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Each key set to something else than its default does what its documentation says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZstdSettingsTest {
    private static final String SECRET = "s3cret-of-the-delegate";
    private final Set<String> tried = new HashSet<>();

    @AfterAll
    void noKeyIsLeftOut() {
        assertThat(tried)
                .isEqualTo(new HashSet<>(ZstdConverterConfig.definition().names()));
    }

    @Test
    void delegateNamesTheConverterThatIsWrapped() {
        try (ZstdConverter converter = with("delegate", AvroConverter.class.getName())) {
            assertThatThrownBy(() -> converter.toConnectData("t", new byte[] {1}))
                    .hasMessageContaining("Avro");
        }
    }

    @Test
    void aHigherLevelMakesLess() {
        byte[] text = Payloads.text(200_000);
        try (ZstdConverter quick = with("zstd.level", "1");
                ZstdConverter thorough = with("zstd.level", "19")) {
            assertThat(write(thorough, text).length).isLessThan(write(quick, text).length);
        }
    }

    @Test
    void aLowerMinimumCompressesSmallerPayloads() {
        byte[] text = Payloads.text(1_000);
        try (ZstdConverter standard = converter(Map.of());
                ZstdConverter eager = with("zstd.min.bytes", "500")) {
            assertThat(write(standard, text)).isSameAs(text);
            assertThat(write(eager, text).length).isLessThan(text.length);
        }
    }

    @Test
    void aLowerLimitRefusesWhatTheStandardReads() {
        byte[] text = Payloads.text(20_000);
        try (ZstdConverter standard = converter(Map.of());
                ZstdConverter strict = with("zstd.max.decompressed.bytes", "10000")) {
            byte[] written = write(standard, text);
            assertThat(standard.toConnectData("t", written).value()).isEqualTo(text);
            assertThatThrownBy(() -> strict.toConnectData("t", written))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("20000")
                    .hasMessageContaining("zstd.max.decompressed.bytes");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "zstd.level, 0",
        "zstd.level, 20",
        "zstd.level, high",
        "zstd.min.bytes, -1",
        "zstd.max.decompressed.bytes, 1023",
        "zstd.max.decompressed.bytes, 3000000000"
    })
    void aWrongValueIsRefusedOnItsKey(String key, String value) {
        assertThatThrownBy(() -> converter(Map.of(key, value)).close())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @Test
    void whatOnlyTheDelegateKnowsReachesItAndNothingElseDoes() {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "delegate", RecordingConverter.class.getName(),
                "zstd.level", "4",
                "converter.type", "key",
                "some.key.of.its.own", "1",
                "delegate.named.for.it", "2",
                "delegate.password", new Password(SECRET)));
        try (ZstdConverter converter = new ZstdConverter()) {
            converter.configure(settings, true);
            SchemaAndValue seen = converter.toConnectData("t", new byte[0]);
            assertThat(seen.schema()).as("it is told that it is for keys").isNotNull();
            assertThat(seen.value())
                    .isEqualTo(Map.of(
                            "converter.type", "key",
                            "some.key.of.its.own", "1",
                            "named.for.it", "2",
                            "password", new Password(SECRET)));
        }
    }

    @Test
    void nothingOfTheDelegatesIsInAnyText() {
        Map<String, String> settings =
                Map.of("delegate", BytesConverter.class.getName(), "password", SECRET, "delegate.password", SECRET);
        assertThat(ZstdConverterConfig.from(settings).toString()).doesNotContain(SECRET);
        try (ZstdConverter converter = converter(settings)) {
            assertThatThrownBy(() -> converter.configure(Map.of("delegate.password", SECRET), false))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageNotContaining(SECRET);
        }
    }

    @Test
    void everyKeyIsDescribedAndGrouped() {
        for (ConfigDef.ConfigKey key :
                ZstdConverterConfig.definition().configKeys().values()) {
            assertThat(key.documentation).as(key.name).isNotBlank();
            assertThat(key.group).as(key.name).isNotBlank();
            assertThat(key.displayName).as(key.name).isNotBlank();
        }
    }

    private ZstdConverter with(String key, String value) {
        tried.add(key);
        return converter(Map.of(key, value));
    }

    private static ZstdConverter converter(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of("delegate", BytesConverter.class.getName()));
        settings.putAll(more);
        ZstdConverter converter = new ZstdConverter();
        converter.configure(settings, false);
        return converter;
    }

    private static byte[] write(ZstdConverter converter, byte[] payload) {
        return Objects.requireNonNull(converter.fromConnectData("t", Schema.BYTES_SCHEMA, payload));
    }
}
