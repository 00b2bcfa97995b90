/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The task's one connection: opened when it is needed, given up after any error. Used by one thread, but
 * {@link #abort} may come from any.
 */
final class TargetConnection implements AutoCloseable {
    private final Supplier<ConnectionFactory> factory;
    private final String applicationName;
    private volatile @Nullable Session session;

    TargetConnection(Supplier<ConnectionFactory> factory, String applicationName) {
        this.factory = factory;
        this.applicationName = applicationName;
    }

    /** The open session; a new one after {@link #abort}. */
    Session session() {
        Session open = session;
        if (open == null) {
            open = factory.get().open(applicationName);
            session = open;
        }
        return open;
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
        Session open = session;
        session = null;
        if (open != null) {
            open.abort();
        }
    }

    @Override
    public void close() {
        Session open = session;
        session = null;
        if (open != null) {
            open.close();
        }
    }
}
