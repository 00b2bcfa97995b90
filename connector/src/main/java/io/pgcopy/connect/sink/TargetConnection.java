/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the task: opened when it is needed, given up after any error. Used by one thread, but
 * {@link #abort} and {@link #close} may come from any, also while it is being opened.
 */
final class TargetConnection implements AutoCloseable {
    private final Supplier<ConnectionFactory> factory;
    private final String applicationName;
    private final Object lock = new Object();
    private @Nullable Session session;
    private long aborts;
    private boolean closed;

    TargetConnection(Supplier<ConnectionFactory> factory, String applicationName) {
        this.factory = factory;
        this.applicationName = applicationName;
    }

    /**
     * The open session; a new one after {@link #abort}.
     *
     * @throws DatabaseException where there is none, or where it was given up while it was opened
     */
    Session session() {
        long before;
        synchronized (lock) {
            if (session != null) {
                return session;
            }
            refuseClosed();
            before = aborts;
        }
        // Not under the lock: whoever aborts does not wait for a server that does not answer.
        Session opened = factory.get().open(applicationName);
        synchronized (lock) {
            if (!closed && aborts == before) {
                session = opened;
                return opened;
            }
        }
        opened.abort();
        throw unusable("was given up while it was opened");
    }

    /** Does something with the session, and gives it up where that fails. */
    <T> T use(Function<Session, T> work) {
        try {
            return work.apply(session());
        } catch (DatabaseException e) {
            abort();
            throw e;
        }
    }

    /** Closes the socket at once: whoever waits for the server gets an error. */
    void abort() {
        Session open = giveUp(false);
        if (open != null) {
            open.abort();
        }
    }

    /** The same for good: no session is opened any more. */
    @Override
    public void close() {
        Session open = giveUp(true);
        if (open != null) {
            open.abort();
        }
    }

    private @Nullable Session giveUp(boolean forGood) {
        synchronized (lock) {
            Session open = session;
            session = null;
            aborts++;
            closed = closed || forGood;
            return open;
        }
    }

    private void refuseClosed() {
        if (closed) {
            throw unusable("is closed");
        }
    }

    private DatabaseException unusable(String why) {
        return new DatabaseException(
                "The connection " + applicationName + " " + why, SqlOutcome.CONNECTION, "none", -1, null);
    }
}
