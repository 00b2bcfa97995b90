/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.apache.kafka.connect.storage.StringConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BlobChunkTest {
    private static final BlobAttempt ATTEMPT =
            new BlobAttempt(0x0123456789abcdefL, 0xcafe, new BlobToken(0x19a1b2c3d4eL, 10));
    private static final String TAIL =
            "pgc1;id=0123456789abcdef;s=0000cafe;e=19a1b2c3d4e;c=a;i=2;n=3;col=body;o=1048576;x=0000002a";

    static Stream<HeaderConverter> headerConverters() {
        StringConverter strings = new StringConverter();
        strings.configure(Map.of(), false);
        JsonConverter json = new JsonConverter();
        json.configure(Map.of("converter.type", "header", "schemas.enable", "true"));
        JsonConverter schemaless = new JsonConverter();
        schemaless.configure(Map.of("converter.type", "header", "schemas.enable", "false"));
        return Stream.of(new SimpleHeaderConverter(), strings, json, schemaless);
    }

    @Test
    void writesTheDocumentedForm() {
        BlobManifest manifest =
                new BlobManifest(List.of(new SlicedColumn("a b", 5), new SlicedColumn("größe,;", 7)), "(17,3)");
        assertThat(new BlobChunk(ATTEMPT, 0, 3, "a b", 0, manifest, null).format())
                .isEqualTo("pgc1;id=0123456789abcdef;s=0000cafe;e=19a1b2c3d4e;c=a;i=0;n=3;col=a%20b;o=0"
                        + ";m=a%20b:5,gr%C3%B6%C3%9Fe%2C%3B:7;r=%2817%2C3%29");
        assertThat(new BlobChunk(ATTEMPT, 2, 3, "body", 1048576, null, 42).format())
                .isEqualTo(TAIL);
    }

    @Test
    void readsWhatItWrites() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            BlobChunk chunk = randomChunk(random);
            assertThat(BlobChunk.parse(chunk.format())).isEqualTo(chunk);
        }
    }

    @ParameterizedTest
    @MethodSource("headerConverters")
    void survivesEveryHeaderConverter(HeaderConverter converter) {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 5_000; i++) {
            BlobChunk chunk = randomChunk(random);
            byte[] bytes = converter.fromConnectHeader("t", BlobChunk.HEADER, Schema.STRING_SCHEMA, chunk.format());
            SchemaAndValue back = converter.toConnectHeader("t", BlobChunk.HEADER, bytes);
            assertThat(back.value()).isInstanceOf(String.class);
            assertThat(BlobChunk.parse((String) back.value())).isEqualTo(chunk);
        }
    }

    @Test
    void readsNoSecondSpelling() {
        for (int i = 0; i < TAIL.length(); i++) {
            for (char c : new char[] {'0', 'F', 'g', ';', '=', ' ', '%', '-', '+', ':', '\u00e4'}) {
                String changed = TAIL.substring(0, i) + c + TAIL.substring(i + 1);
                try {
                    assertThat(BlobChunk.parse(changed).format()).isEqualTo(changed);
                } catch (DataException e) {
                    assertThat(e).hasMessageContaining(BlobChunk.HEADER);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pgc2;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=1;n=3;col=body;o=9",
                "pgc1;id=0123456789ABCDEF;s=0000cafe;e=1;c=a;i=1;n=3;col=body;o=9",
                "pgc1;id=123456789abcdef;s=0000cafe;e=1;c=a;i=1;n=3;col=body;o=9",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=01;c=a;i=1;n=3;col=body;o=9",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=3;n=3;col=body;o=9",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=1;n=3;col=;o=9",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=1;n=3;col=%62ody;o=9",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=1;n=3;col=%C3;o=9",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=1;n=3;col=body;o=-9",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=1;n=3;col=body;o=9;x=00000000",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=0;n=3;col=body;o=0",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=0;n=3;col=body;o=0;m=body;r=",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=0;n=3;col=body;o=0;m=body:0;r=",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=0;n=3;col=body;o=0;m=body:1,body:1;r=",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=0;n=3;col=b;o=0;m=a:9223372036854775807,b:1;r=",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=2;n=3;col=body;o=9",
                "pgc1;id=0123456789abcdef;s=0000cafe;e=1;c=a;i=1;n=3;col=body;o=9;",
            })
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> BlobChunk.parse(text))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("header pgcopy.chunk");
    }

    private static BlobChunk randomChunk(SplittableRandom random) {
        BlobAttempt attempt = new BlobAttempt(
                random.nextLong(),
                random.nextInt(),
                new BlobToken(
                        random.nextLong() >>> random.nextInt(1, 64), random.nextLong() >>> random.nextInt(1, 64)));
        int count = 1 + random.nextInt(random.nextBoolean() ? 3 : Integer.MAX_VALUE - 1);
        int sequence = random.nextInt(4) == 0 ? count - 1 : random.nextInt(4) == 0 ? 0 : random.nextInt(count);
        return new BlobChunk(
                attempt,
                sequence,
                count,
                randomName(random),
                random.nextLong() >>> random.nextInt(1, 64),
                sequence == 0 ? randomManifest(random) : null,
                sequence == count - 1 ? random.nextInt() : null);
    }

    private static BlobManifest randomManifest(SplittableRandom random) {
        List<SlicedColumn> columns = new ArrayList<>();
        int wanted = 1 + random.nextInt(4);
        for (int i = 0; i < wanted; i++) {
            columns.add(new SlicedColumn(i + randomName(random), 1 + (random.nextLong() >>> random.nextInt(4, 64))));
        }
        return new BlobManifest(columns, random.nextBoolean() ? "" : randomName(random));
    }

    // Names that hurt parsers: quotes, brackets, dates, numbers, true, surrogate pairs, controls.
    private static String randomName(SplittableRandom random) {
        String[] awkward = {
            "true", "null", "2024-01-01", "{\"a\":1}", "[1,2]", "\"", "\\", "a;b=c", "%41", "é€😀", "12", " "
        };
        StringBuilder name = new StringBuilder();
        int parts = 1 + random.nextInt(3);
        for (int i = 0; i < parts; i++) {
            if (random.nextBoolean()) {
                name.append(awkward[random.nextInt(awkward.length)]);
            } else {
                name.append((char) random.nextInt(1, 0xD800));
            }
        }
        return name.toString();
    }
}
