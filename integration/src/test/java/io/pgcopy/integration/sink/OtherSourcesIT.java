/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Records as other sources make them, through a real worker: change events, several topics, changing schemas. */
class OtherSourcesIT {
    private static final String CONNECTOR = "other-sources";
    private final ConnectCluster cluster = Kit.cluster();
    private final List<String> topics = new ArrayList<>();
    private Database db;

    @BeforeEach
    void create() {
        db = Kit.server().createDatabase("other_sources");
        db.execute(ChangeEvents.TABLE);
    }

    @AfterEach
    void end() {
        if (cluster.rest().exists(CONNECTOR)) {
            cluster.rest().delete(CONNECTOR);
        }
        topics.forEach(cluster.topics()::delete);
    }

    @Test
    void followsChangeEventsAsTheyAre() {
        changes(topic("changes.plain"));
        start("envelope", "debezium");
        assertOrders();
    }

    // What an unwrapping transformation leaves: the row, or nothing for a delete.
    @Test
    void followsChangeEventsThatATransformationHasUnwrapped() {
        changes(topic("changes.unwrapped"));
        start(
                "transforms", "unwrap",
                "transforms.unwrap.type", "org.apache.kafka.connect.transforms.ExtractField$Value",
                "transforms.unwrap.field", "after");
        assertOrders();
    }

    @Test
    void writesSeveralTopicsToOneTable() {
        String east = topic("orders.east");
        String west = topic("orders.west");
        try (Produced produced = new Produced(cluster)) {
            for (long id = 0; id < 400; id++) {
                produced.send(id % 2 == 0 ? east : west, Rows.of("id", id), Rows.of("id", id, "note", "n" + id));
            }
        }
        start("topics.to.tables", east + ":public.orders," + west + ":public.orders", "table.name.format", "none");
        awaitText("SELECT count(*) || ' ' || sum(id) FROM orders", "400 79800");
    }

    @Test
    void keepsTheOrderOfATopicWhoseSchemaChanges() {
        String topic = topic("orders.changing");
        try (Produced produced = new Produced(cluster)) {
            for (long i = 0; i < 300; i++) {
                long id = i % 30;
                Struct row =
                        switch ((int) (i % 3)) {
                            case 0 -> Rows.of("id", id, "note", "n" + i);
                            case 1 -> Rows.of("id", id, "note", "n" + i, "added", i);
                            default -> Rows.of("id", id, "added", i);
                        };
                produced.send(topic, Rows.of("id", id), row);
            }
            produced.send(topic, Rows.of("id", 1_000L), Rows.of("id", 1_000L, "note", "end"));
        }
        db.execute("ALTER TABLE orders ADD COLUMN added int8");
        start();
        awaitText("SELECT note FROM orders WHERE id = 1000", "end");
        // 30 keys in turn: the last of a key is 270 + id, the kind of its records always the same.
        assertThat(db.rows("SELECT id, note, added FROM orders WHERE id IN (0, 1, 2, 28, 29) ORDER BY id"))
                .containsExactly(
                        Arrays.asList("0", "n270", null),
                        List.of("1", "n271", "271"),
                        Arrays.asList("2", null, "272"),
                        List.of("28", "n298", "298"),
                        Arrays.asList("29", null, "299"));
    }

    @Test
    void takesKeysThatAreOnePlainValue() {
        String topic = topic("orders.plain-key");
        try (Produced produced = new Produced(cluster)) {
            produced.send(topic, Schema.INT64_SCHEMA, 1L, Rows.of("note", "one"))
                    .send(topic, Schema.INT64_SCHEMA, 2L, Rows.of("note", "two"))
                    .send(topic, Schema.INT64_SCHEMA, 1L, Rows.of("note", "end"));
        }
        start();
        awaitText("SELECT string_agg(id || note, ' ' ORDER BY id) FROM orders", "1end 2two");
    }

    @Test
    void warnsThatAKeyMayBeNull() {
        db.execute("CREATE TABLE loose (id int8 UNIQUE, note text)");
        String topic = topic("orders.loose");
        try (Produced produced = new Produced(cluster)) {
            produced.send(topic, Rows.of("id", 1L), Rows.of("id", 1L, "note", "one"))
                    .send(topic, Rows.of("id", 1L), Rows.of("id", 1L, "note", "end"));
        }
        start("table.name.format", "public.loose");
        awaitText("SELECT string_agg(id || note, ' ') FROM loose", "1end");
        assertThat(cluster.worker().logText()).contains("Key (id) of table public.loose admits NULL");
    }

    @Test
    void saysWhatARecordWithoutSchemaNeeds() {
        String topic = topic("orders.bare");
        try (Produced produced = new Produced(cluster)) {
            byte[] bare = "{\"id\":1}".getBytes(StandardCharsets.UTF_8);
            produced.sendBytes(topic, bare, bare);
        }
        String json = "org.apache.kafka.connect.json.JsonConverter";
        start(
                "key.converter",
                json,
                "key.converter.schemas.enable",
                "false",
                "value.converter",
                json,
                "value.converter.schemas.enable",
                "false");
        assertThat(cluster.rest().awaitTaskFailed(CONNECTOR))
                .contains("schemas.enable=true")
                .contains("topic " + topic + ", partition 0, offset 0");
    }

    private void changes(String topic) {
        try (Produced produced = new Produced(cluster)) {
            ChangeEvents.send(produced, topic);
        }
    }

    private void assertOrders() {
        awaitText(ChangeEvents.ORDERS, ChangeEvents.EXPECTED);
    }

    private String topic(String name) {
        cluster.topics().create(name, 1, Map.of());
        topics.add(name);
        return name;
    }

    private void start(String... more) {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("connector.class", "PgCopySink");
        config.put("tasks.max", "1");
        config.put("topics", String.join(",", topics));
        config.put("connection.url", db.url());
        config.put("connection.user", db.user());
        config.put("connection.password", db.password());
        config.put("table.name.format", "public.orders");
        config.put("insert.mode", "upsert");
        config.put("delete.enabled", "true");
        config.put("consumer.override.auto.offset.reset", "earliest");
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        cluster.rest().put(CONNECTOR, config);
    }

    private void awaitText(String sql, String expected) {
        Await.until(
                expected,
                () -> {
                    cluster.rest().refuseFailure(CONNECTOR);
                    return expected.equals(db.rows(sql).stream()
                            .findFirst()
                            .map(row -> row.get(0))
                            .orElse(null));
                },
                () -> db.rows(sql) + cluster.worker().process().tail());
    }
}
