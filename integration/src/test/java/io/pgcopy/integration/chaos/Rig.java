/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.TcpProxy;
import io.pgcopy.integration.fixture.Worker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** A broker, three workers, a server, and a network between the workers and the server; each can be broken. */
final class Rig implements AutoCloseable {
    static final String NAME = "chaos";
    /** The connector of the flows that merge rows by key. */
    static final String KEYED = NAME + "-keyed";

    static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(12);

    private static final int WORKERS = 3;

    private final PostgresServer server;
    private final Database database;
    private final TcpProxy proxy;
    private final ConnectCluster cluster;

    Rig() {
        server = PostgresServer.startOwn(PostgresOptions.named(NAME).with("fsync", "on"));
        database = server.createDatabase(NAME);
        for (Flow flow : Flow.values()) {
            database.execute("CREATE TABLE " + flow.topic() + " (" + flow.columns() + ")");
        }
        proxy = TcpProxy.to(server.host(), server.port());
        cluster = ConnectCluster.start(ClusterOptions.named(NAME).withWorkers(WORKERS));
        for (Flow flow : Flow.values()) {
            cluster.topics().create(flow.topic(), flow.partitions(), Map.of());
        }
        cluster.rest().put(NAME, sink(Flow.APPENDED));
        cluster.rest().put(KEYED, keyed());
        Await.until(
                "three workers that own partitions",
                () -> owned(c -> c.pids()
                        .containsAll(cluster.workers().stream()
                                .map(worker -> worker.process().pid())
                                .toList())));
    }

    private Map<String, String> keyed() {
        Map<String, String> sink = sink(Flow.UPSERTED, Flow.SLICED);
        sink.put("insert.mode", "upsert");
        sink.put("chunk.buffer.row.bytes", "100000");
        return sink;
    }

    private Map<String, String> sink(Flow... flows) {
        Map<String, String> sink = new HashMap<>();
        sink.put("connector.class", "io.pgcopy.connect.sink.PgCopySinkConnector");
        sink.put("tasks.max", Integer.toString(WORKERS));
        sink.put("topics", Stream.of(flows).map(Flow::topic).collect(Collectors.joining(",")));
        sink.put("connection.url", "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/" + database.name());
        sink.put("connection.user", database.user());
        sink.put("connection.password", database.password());
        sink.put("delivery.guarantee", "exactly_once");
        sink.put("flush.interval.ms", "200");
        sink.put("flush.max.records", "500");
        sink.put("flush.timeout.ms", Long.toString(FLUSH_TIMEOUT.toMillis()));
        sink.put("retry.backoff.ms", "100");
        sink.put("retry.backoff.max.ms", "1000");
        sink.put("consumer.override.auto.offset.reset", "earliest");
        sink.put("consumer.override.isolation.level", "read_committed");
        sink.put("consumer.override.session.timeout.ms", "6000");
        sink.put("consumer.override.heartbeat.interval.ms", "1500");
        sink.put("consumer.override.max.poll.interval.ms", "60000");
        return sink;
    }

    PostgresServer server() {
        return server;
    }

    Database database() {
        return database;
    }

    TcpProxy proxy() {
        return proxy;
    }

    ConnectCluster cluster() {
        return cluster;
    }

    Optional<Claims> claims() {
        return Claims.of(database);
    }

    boolean owned(Predicate<Claims> how) {
        return claims().filter(how).isPresent();
    }

    /** One of the workers whose tasks own partitions. */
    Worker owner(Random random) {
        Claims claims = claims().orElseThrow();
        List<Worker> owners = cluster.workers().stream()
                .filter(worker -> claims.pids().contains(worker.process().pid()))
                .toList();
        return owners.get(random.nextInt(owners.size()));
    }

    /** Waits until the sink's tasks have their partitions from others than this process. */
    void awaitTakenOver(long pid) {
        Await.until(
                "the partitions of process " + pid + " to be claimed by others",
                () -> owned(claims -> !claims.pids().contains(pid)),
                this::state);
    }

    void awaitOwner(Worker worker) {
        long pid = worker.process().pid();
        Await.until(
                "process " + pid + " to own partitions",
                () -> owned(claims -> claims.pids().contains(pid)),
                this::state);
    }

    void awaitDelivered(Map<Flow, Long> records) {
        Await.until(
                records + " records in the database",
                () -> {
                    refuseFailure();
                    return owned(claims -> claims.have(records));
                },
                this::state);
    }

    /** No fault is a reason for a task to fail. */
    private void refuseFailure() {
        status().forEach(status ->
                assertThat(status.findValuesAsText("state")).as("%s", status).doesNotContain("FAILED"));
    }

    private List<JsonNode> status() {
        return cluster.workers().stream()
                .filter(worker -> worker.process().isAlive()
                        && !worker.process().isStopped()
                        && worker.rest().answers())
                .findFirst()
                .map(worker -> List.of(worker.rest().status(NAME), worker.rest().status(KEYED)))
                .orElse(List.of());
    }

    private String state() {
        return claims()
                + System.lineSeparator()
                + status()
                + System.lineSeparator()
                + String.join(
                        System.lineSeparator(),
                        cluster.workers().stream()
                                .map(worker -> worker.process().tail())
                                .toList());
    }

    @Override
    public void close() {
        cluster.close();
        proxy.close();
        server.close();
    }
}
