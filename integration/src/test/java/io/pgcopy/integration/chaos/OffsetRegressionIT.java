/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.ConnectRest;
import io.pgcopy.integration.fixture.Database;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The ledger outlives topic and connector: a topic that begins anew, and a connector that has another name. */
class OffsetRegressionIT {
    private static final AtomicInteger RUN = new AtomicInteger();
    private static final int BEFORE = 50;

    // A topic and a consumer group that no other test has seen.
    private final String sink = "regression" + RUN.incrementAndGet();
    private final String topic = sink + ".in";
    private final ConnectCluster cluster = Kit.cluster();
    private final ConnectRest rest = cluster.rest();
    private final Map<String, String> config = new HashMap<>();
    private Records records = new Records(cluster, topic, 1);
    private Database db;

    @BeforeEach
    void writeSomeAndEnd() {
        db = Kit.server().createDatabase("regression");
        db.execute("CREATE TABLE t (" + Flow.APPENDED.columns() + ")");
        config.put("connector.class", "io.pgcopy.connect.sink.PgCopySinkConnector");
        config.put("tasks.max", "1");
        config.put("topics", topic);
        config.put("table.name.format", "public.t");
        config.put("connection.url", db.url());
        config.put("connection.user", db.user());
        config.put("connection.password", db.password());
        config.put("delivery.guarantee", "exactly_once");
        config.put("exactly.once.id", sink);
        config.put("flush.interval.ms", "100");
        config.put("consumer.override.auto.offset.reset", "earliest");
        config.put("consumer.override.isolation.level", "read_committed");
        produce(0, BEFORE);
        rest.put(sink, config);
        awaitRows(BEFORE);
        assertThat(next()).isEqualTo(BEFORE);
        rest.delete(sink);
    }

    @AfterEach
    void delete() {
        if (rest.exists(sink)) {
            rest.delete(sink);
        }
        cluster.topics().delete(topic);
    }

    @Test
    void aTopicThatBeginsAnewStopsTheTaskThatSaysWhy() {
        beginAnew();
        rest.put(sink, config);
        assertThat(rest.awaitTaskFailed(sink)).contains(topic, "exactly.once.on.offset.regression");
        assertThat(db.count("t")).isEqualTo(BEFORE);
        assertThat(next()).isEqualTo(BEFORE);
    }

    @Test
    void itsRecordsAreWrittenOnRequest() {
        beginAnew();
        config.put("exactly.once.on.offset.regression", "rewrite");
        rest.put(sink, config);
        awaitRows(BEFORE + 20);
        assertThat(ids(1000)).isEqualTo("20,20");
        assertThat(next()).isEqualTo(20);
    }

    @Test
    void itsRecordsAreSkippedOnRequestUpToWhereTheOldOneEnded() {
        beginAnew();
        config.put("exactly.once.on.offset.regression", "skip");
        rest.put(sink, config);
        produce(1020, 1000 + BEFORE + 7);
        awaitRows(BEFORE + 7);
        assertThat(ids(1000 + BEFORE)).isEqualTo("7,7");
        assertThat(ids(1000)).as("of the new topic").isEqualTo("7,7");
        assertThat(next()).isEqualTo(BEFORE + 7);
    }

    @Test
    void aConnectorOfAnotherNameGoesOnWithTheSameId() {
        produce(BEFORE, BEFORE + 10);
        String renamed = sink + "-renamed";
        rest.put(renamed, config);
        awaitRows(BEFORE + 10);
        rest.delete(renamed);
        assertThat(ids(0)).isEqualTo((BEFORE + 10) + "," + (BEFORE + 10));
    }

    @Test
    void aConsumerThatMaySeeAbortedRecordsIsWarnedOf() {
        String warning = sink + "-0 is exactly-once, but its consumer may see records of aborted transactions";
        assertThat(cluster.worker().logText()).doesNotContain(warning);
        config.remove("consumer.override.isolation.level");
        rest.put(sink, config);
        Await.until("the warning", () -> cluster.worker().logText().contains(warning));
    }

    /** The topic is deleted, and there is one of its name with other records, as many as it has and fewer than before. */
    private void beginAnew() {
        cluster.topics().delete(topic);
        records = new Records(cluster, topic, 1);
        produce(1000, 1020);
    }

    private void produce(long from, long to) {
        records.send(from, to, id -> Message.of(NumberedRow.of(1, id)).value());
    }

    private void awaitRows(long rows) {
        Await.until(rows + " rows", () -> db.count("t") >= rows, () -> cluster.worker()
                .process()
                .tail());
        assertThat(db.count("t")).isEqualTo(rows);
    }

    private String ids(long from) {
        return db.text("SELECT count(*) || ',' || count(DISTINCT id) FROM t WHERE id >= " + from);
    }

    private long next() {
        List<List<String>> entries =
                db.rows("SELECT next_offset FROM pgcopy_sink_offsets WHERE sink_id = '" + sink + "'");
        assertThat(entries).hasSize(1);
        return Long.parseLong(entries.get(0).get(0));
    }
}
