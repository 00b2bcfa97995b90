/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.ProcessCost;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The most memory that any backend with a COPY or an INSERT in a database has had for itself, looked at every few milliseconds. */
final class BackendMemory implements AutoCloseable {

    private static final long PAUSE_MS = 10;
    private static final String COPYING = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            + " AND pid <> pg_backend_pid() AND (query LIKE 'COPY%' OR query LIKE 'INSERT%')";

    private final Database database;
    private final Thread thread = new Thread(this::watch, "backend-memory");
    private final AtomicLong peakKb = new AtomicLong();
    private final AtomicLong looks = new AtomicLong();
    private volatile boolean ended;
    private volatile @Nullable SQLException failure;

    BackendMemory(Database database) {
        this.database = database;
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether the server is a process that can be looked at from here. */
    static boolean visible(Database database) {
        return database.server().pid() > 0
                && ProcessCost.ownMemoryKb(database.server().pid()) > 0;
    }

    long peakMb() {
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return peakKb.get() / 1024;
    }

    /** How often a backend was looked at while it had one. */
    long looks() {
        return looks.get();
    }

    private void watch() {
        try (Connection session = database.connect();
                PreparedStatement copying = session.prepareStatement(COPYING)) {
            while (!ended) {
                look(copying);
                Thread.sleep(PAUSE_MS);
            }
        } catch (SQLException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(PreparedStatement copying) throws SQLException {
        try (ResultSet backends = copying.executeQuery()) {
            while (backends.next()) {
                peakKb.accumulateAndGet(ownKb(backends.getLong(1)), Math::max);
                looks.incrementAndGet();
            }
        }
    }

    // A backend may end between the two looks.
    private static long ownKb(long pid) {
        try {
            return ProcessCost.ownMemoryKb(pid);
        } catch (UncheckedIOException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join(Await.LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
