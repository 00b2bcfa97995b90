/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.connect.source.PgCopySourceConnector;
import io.pgcopy.connect.source.PgCopySourceTask;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs connector and tasks as a worker would, in the test's thread, and keeps offsets from run to run. */
final class SourceRun {
    private final Map<String, String> properties = new HashMap<>();
    private final InMemoryContext context = new InMemoryContext();

    private SourceRun(Database database, String tables) {
        properties.put("name", "it");
        properties.put("connection.url", database.url());
        properties.put("connection.user", database.user());
        properties.put("connection.password", database.password());
        properties.put("tables", tables);
        properties.put("value.converter", "io.pgcopy.converters.avro.AvroConverter");
    }

    static SourceRun of(Database database, String tables) {
        return new SourceRun(database, tables);
    }

    SourceRun with(String key, String value) {
        properties.put(key, value);
        return this;
    }

    SourceRun without(String key) {
        properties.remove(key);
        return this;
    }

    InMemoryContext context() {
        return context;
    }

    /** Problems by key, as the REST interface would tell them. */
    Map<String, List<String>> problems() {
        Map<String, List<String>> problems = new TreeMap<>();
        for (ConfigValue value :
                new PgCopySourceConnector().validate(properties).configValues()) {
            if (!value.errorMessages().isEmpty()) {
                problems.put(value.name(), value.errorMessages());
            }
        }
        return problems;
    }

    /** What the REST interface offers to choose from for a key. */
    List<Object> offered(String key) {
        return new PgCopySourceConnector()
                .validate(properties).configValues().stream()
                        .filter(value -> value.name().equals(key))
                        .flatMap(value -> value.recommendedValues().stream())
                        .toList();
    }

    List<Map<String, String>> taskConfigs(int tasks) {
        PgCopySourceConnector connector = new PgCopySourceConnector();
        connector.start(properties);
        try {
            return connector.taskConfigs(tasks);
        } finally {
            connector.stop();
        }
    }

    PgCopySourceTask startTask() {
        return startTask(taskConfigs(1).get(0));
    }

    /** With what the connector has said of the task, and perhaps a key's value in the place of its own. */
    PgCopySourceTask startTask(Map<String, String> config, String... others) {
        Map<String, String> own = new HashMap<>(config);
        for (int i = 0; i < others.length; i += 2) {
            own.put(others[i], others[i + 1]);
        }
        PgCopySourceTask task = new PgCopySourceTask();
        task.initialize(context);
        task.start(own);
        return task;
    }

    /** Reads everything with one task, and commits every offset. */
    List<SourceRecord> all() {
        PgCopySourceTask task = startTask();
        try {
            return drain(task);
        } finally {
            task.stop();
        }
    }

    /** Polls until the task has read everything and handed it over, and commits every offset. */
    List<SourceRecord> drain(PgCopySourceTask task) {
        List<SourceRecord> records = new ArrayList<>();
        Await.until("the task has read everything", () -> {
            // Looked at before the poll: what was read until then, the poll finds.
            boolean finished = readingThreads() == 0;
            int before = records.size();
            records.addAll(polled(task));
            return finished && records.size() == before;
        });
        context.commit(records);
        return records;
    }

    /** Polls on and on while there is something: between two looks at a condition there is a pause. */
    static List<SourceRecord> polled(PgCopySourceTask task) {
        List<SourceRecord> records = new ArrayList<>();
        for (List<SourceRecord> batch = poll(task); !batch.isEmpty(); batch = poll(task)) {
            records.addAll(batch);
        }
        return records;
    }

    /** Threads of tasks that read. Asked for after each poll, so without their stacks, which would stop them all. */
    static long readingThreads() {
        Thread[] live = new Thread[2 * Thread.activeCount() + 16];
        return Arrays.stream(live, 0, Thread.enumerate(live))
                .filter(thread -> thread.getName().startsWith("pgcopy-source-"))
                .count();
    }

    static List<SourceRecord> poll(PgCopySourceTask task) {
        try {
            long start = System.nanoTime();
            List<SourceRecord> batch = task.poll();
            // Half a second of its own, which LifecycleIT looks at; the rest is for a machine that is busy.
            assertThat(System.nanoTime() - start).as("a poll is short").isLessThan(30_000_000_000L);
            return batch == null ? List.of() : batch;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Values of one field, by topic, in the order in which they came. */
    static Map<String, List<Object>> byTopic(List<SourceRecord> records, String field) {
        return records.stream()
                .collect(Collectors.groupingBy(
                        SourceRecord::topic,
                        TreeMap::new,
                        Collectors.mapping(record -> ((Struct) record.value()).get(field), Collectors.toList())));
    }
}
