/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.ProcessCost;
import java.util.LinkedHashMap;
import java.util.Map;

/** Two servers, a broker and a worker, and what each has cost in the run that is being measured. */
final class Stage implements AutoCloseable {

    /** A piece of work to be timed. */
    interface Work {
        void run() throws Exception;
    }

    private final PostgresServer sourceServer;
    private final PostgresServer targetServer;
    private final ConnectCluster cluster;
    private final Database source;
    private final Database target;

    private Stage(BenchSettings settings) {
        sourceServer = PostgresServer.startOwn(PostgresOptions.forMeasuring("bench-source"));
        targetServer = PostgresServer.startOwn(PostgresOptions.forMeasuring("bench-target"));
        cluster = ConnectCluster.start(ClusterOptions.named("bench")
                .withBrokerJvmOptions(settings.brokerJvmOptions())
                .withWorker(worker -> worker.withHeap(settings.workerHeap())
                        .withJvmOptions(settings.workerJvmOptions())
                        // Kafka's own. Each commit has the sink write what it holds, and tests want one a second.
                        .with("offset.flush.interval.ms", "60000")));
        source = sourceServer.createDatabase("bench");
        target = targetServer.createDatabase("bench");
        System.out.println("[benchmark] " + sourceServer.description() + "; " + targetServer.description());
    }

    static Stage open(BenchSettings settings) {
        return new Stage(settings);
    }

    ConnectCluster cluster() {
        return cluster;
    }

    Database source() {
        return source;
    }

    Database target() {
        return target;
    }

    /** Wall time, and CPU time of every process, from before the work to after it. */
    Map<String, Number> measure(BenchTable table, Work work) throws Exception {
        cluster.worker().process().forgetPeakMemory();
        Map<String, Double> before = cpu();
        double workerBefore = cluster.worker().process().cpuSeconds();
        long began = System.nanoTime();
        work.run();
        double wall = (System.nanoTime() - began) / 1e9;
        double worker = cluster.worker().process().cpuSeconds() - workerBefore;
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("wall_s", Report.round(wall));
        values.put("rows", table.rows());
        values.put("bytes", table.bytes());
        values.put("rows_per_s", Math.round(table.rows() / wall));
        values.put("mb_per_s", Report.round(table.bytes() / wall / 1e6));
        cpu().forEach((name, seconds) -> values.put(name, Report.round(seconds - before.getOrDefault(name, 0.0))));
        values.put("worker_cpu_s_per_gb", Report.round(worker / table.bytes() * 1e9));
        values.put("worker_peak_mb", cluster.worker().process().peakMemoryMb());
        return values;
    }

    private Map<String, Double> cpu() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        seconds.put("worker_cpu_s", cluster.worker().process().cpuSeconds());
        seconds.put("source_cpu_s", ProcessCost.treeCpuSeconds(sourceServer.pid()));
        seconds.put("target_cpu_s", ProcessCost.treeCpuSeconds(targetServer.pid()));
        seconds.put("broker_cpu_s", cluster.broker().process().cpuSeconds());
        return seconds;
    }

    @Override
    public void close() {
        cluster.close();
        sourceServer.close();
        targetServer.close();
    }
}
