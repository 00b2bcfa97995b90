/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Bounds each wait for the server on the task's own thread: whoever waits too long loses its connection. */
final class LaneWatch implements AutoCloseable {
    private final Duration timeout;
    private final ScheduledExecutorService clock;

    LaneWatch(Duration timeout, String name) {
        this.timeout = timeout;
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
        // There is an alarm for each slice, and nearly all are cancelled.
        executor.setRemoveOnCancelPolicy(true);
        this.clock = executor;
    }

    void bound(TargetConnection connection, Runnable work) {
        ScheduledFuture<?> alarm = clock.schedule(connection::abort, timeout.toMillis(), TimeUnit.MILLISECONDS);
        try {
            work.run();
        } finally {
            alarm.cancel(false);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
