/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.storage;

import io.pgcopy.integration.benchmark.PluginTask;
import io.pgcopy.integration.data.DataPattern;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.ProcessCost;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Writes one table of values of one pattern, and tells what that has cost. */
final class StorageRun {
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("b", Schema.BYTES_SCHEMA)
            .build();
    private static final TopicPartition PARTITION = new TopicPartition("stored", 0);
    private static final String CONNECTOR = "bench-storage";
    private static final String TASK = CONNECTOR + "-0";
    // Values that differ; making one takes longer than writing it.
    private static final int POOL = 40;

    private final Database database;
    private final List<byte[]> pool = new ArrayList<>();
    private final int rows;
    private final int valueBytes;

    StorageRun(Database database, DataPattern pattern, int rows, int valueBytes) {
        this.database = database;
        this.rows = rows;
        this.valueBytes = valueBytes;
        for (int seed = 0; seed < POOL; seed++) {
            pool.add(pattern.value(seed, valueBytes));
        }
    }

    Map<String, Number> measure(StorageVariant variant) throws Exception {
        // The last run's pages and log are written now, and not in this one.
        database.execute("DROP TABLE IF EXISTS stored", "CREATE TABLE stored (id bigint, b bytea)", "CHECKPOINT");
        Map<String, Number> values = new LinkedHashMap<>();
        try (PluginTask task = new PluginTask(settings(variant), PARTITION)) {
            long backend = database.number("SELECT pid FROM pg_stat_activity WHERE application_name = '" + TASK + "'");
            double cpuBefore = ProcessCost.cpuNanos(backend) / 1e9;
            double ownBefore = ProcessCost.cpuSeconds(ProcessHandle.current().pid());
            long began = System.nanoTime();
            write(task);
            double wall = (System.nanoTime() - began) / 1e9;
            double cpu = ProcessCost.cpuNanos(backend) / 1e9 - cpuBefore;
            double mb = (double) rows * valueBytes / 1e6;
            values.put("wall_s", round(wall));
            values.put("rows", rows);
            values.put("bytes", (long) rows * valueBytes);
            values.put("mb_per_s", round(mb / wall));
            values.put(
                    "worker_cpu_s",
                    round(ProcessCost.cpuSeconds(ProcessHandle.current().pid()) - ownBefore));
            values.put("target_cpu_s", round(cpu));
            values.put("cpu_ms_per_mb", round(cpu * 1e3 / mb));
            samplingMillis().ifPresent(millis -> values.put("sampling_ms", round(millis)));
        }
        values.put("stored_bytes", database.number("SELECT pg_table_size('stored')"));
        return values;
    }

    private void write(PluginTask task) {
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Struct row = new Struct(ROW).put("id", (long) i).put("b", pool.get(i % POOL));
            records.add(new SinkRecord(PARTITION.topic(), PARTITION.partition(), null, null, ROW, row, i));
        }
        for (SinkRecord record : records) {
            task.put(Set.of(record));
        }
        task.commit(rows);
    }

    private Map<String, String> settings(StorageVariant variant) {
        Map<String, String> settings = new HashMap<>(variant.settings());
        settings.put("name", CONNECTOR);
        settings.put("connection.url", database.url());
        settings.put("connection.user", database.user());
        settings.put("connection.password", database.password());
        return settings;
    }

    // The task's own figure; variants that look at nothing have none.
    private static OptionalDouble samplingMillis() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName column = new ObjectName("io.pgcopy:type=sink-storage,connector=\"" + CONNECTOR
                + "\",task=0,table=\"public.stored\",column=\"b\"");
        return server.isRegistered(column)
                ? OptionalDouble.of((double) server.getAttribute(column, "SamplingMillis"))
                : OptionalDouble.empty();
    }

    private static double round(double value) {
        return Math.round(value * 1e4) / 1e4;
    }
}
