/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SourceConfigTest {
    private static final Map<String, String> REQUIRED =
            Map.of("connection.url", "jdbc:postgresql://localhost/shop", "tables", "sales.*");

    @Test
    void hasDefaultsForAllButUrlAndTables() {
        SourceConfig config = SourceConfig.from(REQUIRED);
        assertThat(config.connection().user()).isNull();
        assertThat(config.connection().password()).isNull();
        assertThat(config.connection().attempts()).isEqualTo(3);
        assertThat(config.connection().backoff()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.tables().exclude()).isEmpty();
        assertThat(config.columns()).isEqualTo(new ColumnsConfig(List.of(), List.of()));
        assertThat(config.topics()).isEqualTo(new TopicConfig("${schema}.${table}"));
        assertThat(config.keys()).isEqualTo(new KeyConfig(KeyConfig.Mode.PRIMARY_KEY, List.of()));
        assertThat(config.runs()).isEqualTo(new RunConfig(""));
        assertThat(config.reads()).isEqualTo(new ReadConfig(8388608, 33554432));
        assertThat(config.largeValues())
                .isEqualTo(new LargeValueConfig(LargeValueConfig.Mode.FAIL, 1_000_000, 500_000, 67_108_864, true));
        assertThat(config.largeObjects()).isEqualTo(new LargeObjectsConfig(LargeObjectsConfig.Mode.OID, List.of()));
        assertThat(config.retries())
                .isEqualTo(new RetryConfig(Duration.ofMinutes(10), Duration.ofMillis(500), Duration.ofSeconds(30)));
    }

    @Test // size: one line a key
    void takesEveryKey() {
        Map<String, String> properties = new HashMap<>(REQUIRED);
        properties.putAll(Map.of(
                "connection.user", "reader",
                "connection.password", "secret",
                "connection.attempts", "5",
                "connection.backoff.ms", "100",
                "tables.exclude", "sales.tmp_*",
                "columns.include", "sales.orders.*",
                "columns.exclude", "sales.*.photo"));
        properties.putAll(Map.of(
                "topic.name.format", "${database}-${table}",
                "key.mode", "columns",
                "key.columns", "id, sales.orders.\"Order, No\"",
                "run.mode", "once",
                "run.id", "7",
                "poll.max.bytes", "1000000",
                "prefetch.max.bytes", "2000000"));
        properties.putAll(Map.of(
                "large.value.mode", "skip-row",
                "record.max.bytes", "30000",
                "chunk.bytes", "20000",
                "value.max.bytes.unsliceable", "10000",
                "large.objects", "lo",
                "large.object.columns", "sales.*.photo"));
        properties.putAll(Map.of("retry.timeout.ms", "3", "retry.backoff.ms", "1", "retry.backoff.max.ms", "2"));
        SourceConfig config = SourceConfig.from(properties);
        assertThat(config.connection().user()).isEqualTo("reader");
        assertThat(config.connection().attempts()).isEqualTo(5);
        assertThat(config.connection().backoff()).isEqualTo(Duration.ofMillis(100));
        assertThat(config.tables().include()).hasToString("[sales.*]");
        assertThat(config.tables().excludes("sales", "orders")).isFalse();
        assertThat(config.tables().excludes("sales", "tmp_1")).isTrue();
        assertThat(config.columns().includes("sales", "orders", "id")).isTrue();
        assertThat(config.columns().includes("sales", "orders", "photo")).isFalse();
        assertThat(config.topics().topic("shop", "sales", "orders")).isEqualTo("shop-orders");
        assertThat(config.keys().columnsOf("sales", "lines")).containsExactly("id");
        assertThat(config.keys().columnsOf("sales", "orders")).containsExactly("Order, No");
        assertThat(config.runs().id()).isEqualTo("7");
        assertThat(config.reads()).isEqualTo(new ReadConfig(1000000, 2000000));
        assertThat(config.largeValues())
                .isEqualTo(new LargeValueConfig(LargeValueConfig.Mode.SKIP_ROW, 30_000, 20_000, 10_000, true));
        assertThat(config.largeObjects().reads("sales", "orders", "photo")).isTrue();
        assertThat(config.retries())
                .isEqualTo(new RetryConfig(Duration.ofMillis(3), Duration.ofMillis(1), Duration.ofMillis(2)));
    }

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "connection.url       | -                | connection.url     | no default value",
                "tables               | -                | tables             | no default value",
                "tables               | ''               | tables             | must name at least one table",
                "tables               | orders           | tables             | not of the form schema.table",
                "tables               | a.\"b            | tables             | is not closed",
                "tables.exclude       | a.b.c            | tables.exclude     | not of the form schema.table",
                "columns.include      | a.b              | columns.include    | not of the form schema.table.column",
                "columns.exclude      | b                | columns.exclude    | not of the form schema.table.column",
                "topic.name.format    | ${table_name}    | topic.name.format  | ${table_name} is unknown",
                "topic.name.format    | ' '              | topic.name.format  | must not be empty",
                "key.mode             | primary          | key.mode           | primary_key, columns, none",
                "key.mode             | columns          | key.columns        | must name the key's columns",
                "key.columns          | id               | key.columns        | has no meaning unless key.mode is columns",
                "key.columns          | a.b              | key.columns        | not of the form column or schema.table.column",
                "key.columns          | a.b.*            | key.columns        | holds * or ?",
                "run.mode             | twice            | run.mode           | once",
                "poll.max.bytes       | 1                | poll.max.bytes     | at least 65536",
                "prefetch.max.bytes   | 1000000          | prefetch.max.bytes | is below poll.max.bytes",
                "retry.backoff.max.ms | 100              | retry.backoff.max.ms | is below retry.backoff.ms",
                "connection.attempts  | 0                | connection.attempts | at least 1",
                "large.value.mode     | split            | large.value.mode    | fail, chunk, null, skip-row",
                "large.objects        | lo               | large.object.columns | must name the columns",
                "large.object.columns | a.b.c            | large.object.columns | has no meaning unless large.objects is lo",
                "record.max.bytes     | 1                | record.max.bytes    | at least 1024",
                "table                | a.b              | table              | tables may be meant",
                "conection.user       | me               | conection.user     | connection.user may be meant",
                "poll.maxbytes        | 1                | poll.maxbytes      | poll.max.bytes may be meant",
            })
    void tellsAProblemOnItsKey(String key, String value, String blamed, String problem) {
        Map<String, String> properties = new HashMap<>(REQUIRED);
        if (value == null) {
            properties.remove(key);
        } else {
            properties.put(key, value);
        }
        assertThat(problems(properties)).containsOnlyKeys(blamed);
        assertThat(problems(properties).get(blamed))
                .hasSize(1)
                .first()
                .asString()
                .contains(problem);
    }

    @Test
    void comparesLargeValuesWithTheWorkersLimits() {
        Map<String, String> chunk = new HashMap<>(REQUIRED);
        chunk.put("large.value.mode", "chunk");
        assertThat(problems(chunk)).isEmpty();
        assertThat(problems(with(chunk, "chunk.bytes", "2000000"))).containsOnlyKeys("chunk.bytes");
        assertThat(problems(with(chunk, "errors.tolerance", "all"))).containsOnlyKeys("large.value.mode");
        assertThat(problems(with(chunk, "producer.override.partitioner.ignore.keys", "true")))
                .containsOnlyKeys("large.value.mode");
        assertThat(problems(with(REQUIRED, "producer.override.max.request.size", "500000")))
                .containsOnlyKeys("record.max.bytes");
        assertThat(problems(with(REQUIRED, "producer.override.max.request.size", "1048576")))
                .isEmpty();
    }

    private static Map<String, String> with(Map<String, String> properties, String key, String value) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(key, value);
        return more;
    }

    @Test
    void tellsAllProblemsAtOnce() {
        Map<String, List<String>> problems = problems(Map.of(
                "connection.url", "jdbc:oracle:thin:@x",
                "tables", "orders",
                "key.mode", "columns",
                "poll.max.bytes", "many",
                "table.exclude", "a.b"));
        assertThat(problems)
                .containsOnlyKeys("connection.url", "tables", "key.columns", "poll.max.bytes", "table.exclude");
    }

    @Test
    void leavesTheWorkersKeysAlone() {
        Map<String, String> properties = new HashMap<>(REQUIRED);
        properties.putAll(Map.of(
                "name", "x",
                "connector.class", "PgCopySource",
                "tasks.max", "2",
                "topics", "t",
                "key.converter", "k",
                "value.converter.schemas.enable", "true",
                "producer.override.linger.ms", "5",
                "errors.tolerance", "none",
                "transforms", "a",
                "something.else.entirely", "1"));
        assertThat(problems(properties)).isEmpty();
    }

    @Test
    void doesNotRepeatAUrlThatMayHoldAPassword() {
        Map<String, String> properties = new HashMap<>(REQUIRED);
        properties.put("connection.url", "jdbc:postgresql://localhost/shop?password=hunter2");
        assertThat(SourceConfig.validate(properties).result().configValues().toString())
                .doesNotContain("hunter2");
    }

    @Test
    void everyKeyIsFitForAForm() {
        assertThat(SourceConfig.definition().configKeys().values()).allSatisfy(key -> {
            assertThat(key.group).as(key.name).isNotBlank();
            assertThat(key.displayName).as(key.name).isNotBlank();
            assertThat(key.documentation).as(key.name).endsWith(".");
            assertThat(key.width).as(key.name).isNotEqualTo(ConfigDef.Width.NONE);
            assertThat(key.orderInGroup).as(key.name).isPositive();
        });
    }

    @Test
    void aKeyWithoutMeaningBesideTheOthersIsHidden() {
        assertThat(SourceConfig.definition().configKeys().get("key.mode"))
                .extracting("dependents")
                .isEqualTo(List.of("key.columns"));
        assertThat(visible("key.columns", REQUIRED)).isFalse();
        assertThat(visible("key.columns", with(REQUIRED, "key.mode", "columns")))
                .isTrue();
        assertThat(visible("large.object.columns", with(REQUIRED, "large.objects", "lo")))
                .isTrue();
    }

    private static boolean visible(String key, Map<String, String> properties) {
        return SourceConfig.validate(properties).result().configValues().stream()
                .filter(value -> value.name().equals(key))
                .allMatch(ConfigValue::visible);
    }

    private static Map<String, List<String>> problems(Map<String, String> properties) {
        Map<String, List<String>> problems = new TreeMap<>();
        for (ConfigValue value : SourceConfig.validate(properties).result().configValues()) {
            if (!value.errorMessages().isEmpty()) {
                problems.put(value.name(), value.errorMessages());
            }
        }
        return problems;
    }
}
