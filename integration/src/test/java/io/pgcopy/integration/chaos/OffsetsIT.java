/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectRest;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.RestException;
import io.pgcopy.integration.fixture.TcpProxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A worker's REST interface and the ledger: offsets that are altered, and a topic that a transformation renames. */
class OffsetsIT {
    private static final AtomicInteger RUN = new AtomicInteger();
    private static final int PARTITIONS = 2;
    private static final String WRITTEN = "renamed.in WHERE length(digest) > 0";

    // A topic and a consumer group that no other test has seen.
    private final String sink = "offsets" + RUN.incrementAndGet();
    private final String topic = sink + ".in";
    private final ConnectRest rest = Kit.cluster().rest();
    private final Database db = Kit.server().createDatabase("offsets");
    private final TcpProxy proxy = TcpProxy.to(Kit.server().host(), Kit.server().port());
    private final Records records = new Records(Kit.cluster(), topic, PARTITIONS);

    @BeforeEach
    void create() {
        db.execute("CREATE SCHEMA renamed", "CREATE TABLE renamed.in (" + Flow.APPENDED.columns() + ")");
        rest.put(sink, config());
    }

    @AfterEach
    void delete() {
        rest.delete(sink);
        proxy.close();
        Kit.cluster().topics().delete(topic);
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "insert_ignore", "upsert", "update"})
    void countsByTheTopicAsItWasBeforeATransformationRenamedIt(String mode) {
        if (!mode.equals("insert")) {
            byKey(mode);
        }
        produce(0, 500);
        awaitRows(500);
        rest.restart(sink);
        produce(500, 1_000);
        awaitRows(1_000);
        proxy.leaveUnanswered("COMMIT");
        produce(1_000, 1_500);
        awaitRows(1_500);
        assertThat(proxy.faults()).isPositive();
        rest.stop(sink);
        assertThat(db.text("SELECT count(*) || ',' || count(DISTINCT id) FROM renamed.in"))
                .isEqualTo("1500,1500");
        assertThat(ledger()).containsExactly(List.of(topic, "0", "750"), List.of(topic, "1", "750"));
    }

    /** Merged by the row's own id; an update finds a row of each id that has no digest yet. */
    private void byKey(String mode) {
        db.execute("ALTER TABLE renamed.in ADD PRIMARY KEY (id)");
        if (mode.equals("update")) {
            db.execute("INSERT INTO renamed.in SELECT i, '', '' FROM generate_series(0, 1499) AS i");
        }
        Map<String, String> config = config();
        config.put("insert.mode", mode);
        config.put("pk.mode", "record_value");
        config.put("pk.fields", "id");
        rest.put(sink, config);
    }

    @Test
    void followsOffsetsThatAreAlteredOverRest() {
        produce(0, 100);
        awaitRows(100);

        rest.stop(sink);
        rest.alterOffsets(sink, offset(0, "{\"kafka_offset\": 40}"));
        assertThat(ledger()).containsExactly(List.of(topic, "0", "40"), List.of(topic, "1", "50"));
        assertThat(kafka(0)).isEqualTo(40);
        rest.resume(sink);
        awaitRows(110);

        rest.stop(sink);
        rest.alterOffsets(sink, offset(1, "null"));
        assertThat(ledger()).containsExactly(List.of(topic, "0", "50"));
        rest.resume(sink);
        awaitRows(160);

        rest.stop(sink);
        rest.resetOffsets(sink);
        rest.resetOffsets(sink);
        assertThat(ledger()).isEmpty();
        rest.resume(sink);
        awaitRows(260);
        assertThat(ledger()).containsExactly(List.of(topic, "0", "50"), List.of(topic, "1", "50"));
        assertThat(db.number("SELECT count(DISTINCT id) FROM renamed.in")).isEqualTo(100);
    }

    @Test
    void changesNeitherSideWhereTheDatabaseIsAway() {
        produce(0, 100);
        awaitRows(100);
        rest.stop(sink);
        proxy.refuse(true);
        assertThatThrownBy(() -> rest.alterOffsets(sink, offset(0, "{\"kafka_offset\": 40}")))
                .isInstanceOf(RestException.class)
                .hasMessageContaining("connect");
        assertThat(proxy.faults()).isPositive();
        proxy.refuse(false);
        assertThat(kafka(0)).isEqualTo(50);
        assertThat(ledger()).containsExactly(List.of(topic, "0", "50"), List.of(topic, "1", "50"));
    }

    private void produce(long from, long to) {
        records.send(from, to, id -> Message.of(NumberedRow.of(1, id)).value());
    }

    private void awaitRows(long rows) {
        Await.until(
                rows + " rows",
                () -> {
                    rest.refuseFailure(sink);
                    return db.count(WRITTEN) >= rows;
                },
                () -> Kit.cluster().worker().process().tail());
        assertThat(db.count(WRITTEN)).isEqualTo(rows);
    }

    private List<List<String>> ledger() {
        return db.rows("SELECT topic, kafka_partition, next_offset FROM pgcopy_sink_offsets WHERE sink_id = '" + sink
                + "' ORDER BY 1, 2");
    }

    private long kafka(int partition) {
        for (JsonNode entry : rest.offsets(sink).path("offsets")) {
            if (entry.path("partition").path("kafka_partition").asInt() == partition) {
                return entry.path("offset").path("kafka_offset").asLong();
            }
        }
        return -1;
    }

    private String offset(int partition, String offset) {
        return "{\"offsets\": [{\"partition\": {\"kafka_topic\": \"" + topic + "\", \"kafka_partition\": " + partition
                + "}, \"offset\": " + offset + "}]}";
    }

    private Map<String, String> config() {
        Map<String, String> config = new HashMap<>();
        config.put("connector.class", "io.pgcopy.connect.sink.PgCopySinkConnector");
        config.put("tasks.max", "1");
        config.put("topics", topic);
        config.put("connection.url", "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/" + db.name());
        config.put("connection.user", db.user());
        config.put("connection.password", db.password());
        config.put("delivery.guarantee", "exactly_once");
        config.put("flush.interval.ms", "100");
        config.put("retry.backoff.ms", "100");
        config.put("consumer.override.auto.offset.reset", "earliest");
        config.put("consumer.override.isolation.level", "read_committed");
        config.put("transforms", "rename");
        config.put("transforms.rename.type", "org.apache.kafka.connect.transforms.RegexRouter");
        config.put("transforms.rename.regex", "offsets\\d*\\.(.*)");
        config.put("transforms.rename.replacement", "renamed.$1");
        return config;
    }
}
