/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.StorageConfig;
import io.pgcopy.connect.metrics.StorageMetrics;

/** A task's two ends of storage advice, and what they share: sampling of records, advice to transactions. */
final class TargetStorage implements AutoCloseable {
    private final StorageMetrics metrics;
    private final StorageSampling sampling;
    private final StorageAdvisor advisor;

    TargetStorage(StorageConfig config, String connector, int task) {
        StorageEvidence evidence = new StorageEvidence();
        this.metrics = new StorageMetrics(connector, task);
        this.sampling = new StorageSampling(config, evidence, System::nanoTime);
        this.advisor = new StorageAdvisor(config, evidence, metrics, System::nanoTime);
    }

    /** For the task's thread. */
    StorageSampling sampling() {
        return sampling;
    }

    /** For the flusher's thread. */
    StorageAdvisor advisor() {
        return advisor;
    }

    @Override
    public void close() {
        metrics.close();
    }
}
