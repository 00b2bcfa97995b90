/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Keeps what was written, after failing as often and in the way that a test says. */
final class ScriptedBatchWriter implements BatchWriter {
    final List<Batch> written = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger attempts = new AtomicInteger();
    final AtomicInteger aborts = new AtomicInteger();
    private final Deque<RuntimeException> failures = new ArrayDeque<>();
    private volatile @Nullable Thread thread;
    private volatile long slowMillis;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    synchronized ScriptedBatchWriter fail(RuntimeException failure) {
        failures.add(failure);
        return this;
    }

    synchronized ScriptedBatchWriter fail(SqlOutcome outcome, int times) {
        for (int i = 0; i < times; i++) {
            failures.add(new DatabaseException("scripted " + outcome, outcome, "00000", -1, null));
        }
        return this;
    }

    /** Ends all failures that were asked for. */
    synchronized void recover() {
        failures.clear();
    }

    /** Makes every write take so long. */
    void slow(long millis) {
        slowMillis = millis;
    }

    /** Makes every write wait until {@link #release} or an abort. */
    void hold() {
        gate = new CountDownLatch(1);
    }

    void release() {
        gate.countDown();
    }

    /** Ends the write under way, and returns when whoever asked for it has done all that comes after it. */
    void finish() {
        release();
        Thread writing = thread;
        while (written.isEmpty() || writing == null || writing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
            writing = thread;
        }
    }

    long rows() {
        return written.stream()
                .flatMap(batch -> batch.runs().stream())
                .mapToLong(Run::end)
                .sum();
    }

    @Override
    public void write(Batch batch) {
        thread = Thread.currentThread();
        attempts.incrementAndGet();
        CountDownLatch mine = gate;
        try {
            Thread.sleep(slowMillis);
            if (!mine.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("held for too long");
            }
        } catch (InterruptedException e) {
            throw new DatabaseException("interrupted", SqlOutcome.CONNECTION, "08006", -1, e);
        }
        RuntimeException failure = next();
        if (failure != null) {
            throw failure;
        }
        written.add(batch);
    }

    @Override
    public void abort() {
        aborts.incrementAndGet();
        if (gate.getCount() > 0) {
            synchronized (this) {
                failures.addFirst(new DatabaseException("aborted", SqlOutcome.CONNECTION, "08006", -1, null));
            }
            gate.countDown();
        }
    }

    private synchronized @Nullable RuntimeException next() {
        return failures.poll();
    }
}
