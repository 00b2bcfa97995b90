/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.IntConsumer;

/** What this thread spends on a number of rows: the mean of as many passes over them as a steady figure takes. */
record Cost(double wallSeconds, double cpuSeconds, double allocatedBytes) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long ENOUGH = Duration.ofMillis(500).toNanos();

    static Cost of(int rows, IntConsumer work) {
        long wall = System.nanoTime();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        int passes = 0;
        do {
            for (int row = 0; row < rows; row++) {
                work.accept(row);
            }
            passes++;
        } while (System.nanoTime() - wall < ENOUGH);
        return new Cost(
                (System.nanoTime() - wall) / 1e9 / passes,
                (THREADS.getCurrentThreadCpuTime() - cpu) / 1e9 / passes,
                (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / passes);
    }
}
