/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.type.TableId;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the storage of columns between the transactions that write rows, and so that it never keeps one waiting:
 * a change whose lock is not there at once is tried again later, each time with a longer pause. Nothing is changed
 * twice within a while, and what somebody else has changed back stays as it is. Runs on the flusher's thread.
 */
final class StorageAlteration {
    private static final Logger LOG = LoggerFactory.getLogger(StorageAlteration.class);

    static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    static final Duration MAX_PAUSE = Duration.ofHours(1);
    static final Duration BETWEEN_CHANGES = Duration.ofMinutes(10);
    // Whoever wants to use the table waits behind us that long.
    private static final Duration LOCK_TIMEOUT = Duration.ofMillis(250);

    /** Makes one change, in a transaction of its own. */
    @FunctionalInterface
    interface Alter {
        void run(StorageChange change);
    }

    private record Place(TableId table, String column) {}

    private record Changed(StorageChange change, long atNanos) {}

    private final LongSupplier nanoTime;
    private final Map<Place, Changed> changed = new HashMap<>();
    private final Set<Place> left = new HashSet<>();
    private final Map<TableId, Duration> pauses = new HashMap<>();
    private final Map<TableId, Long> pausedUntil = new HashMap<>();

    StorageAlteration(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Alters on this session, giving way to whoever holds the table. */
    static Alter on(Session session) {
        return change -> {
            try {
                session.execute(Statements.beginGivingWay(LOCK_TIMEOUT));
                session.execute(change.statement());
                session.commit();
            } catch (DatabaseException e) {
                if (e.outcome() != SqlOutcome.CONNECTION) {
                    session.rollback();
                }
                throw e;
            }
        };
    }

    /** Makes the changes that may be made now; whether any was made. */
    boolean apply(Alter alter, List<StorageChange> changes, String reason) {
        boolean any = false;
        for (StorageChange change : changes) {
            any |= mayApply(change) && apply(alter, change, reason);
        }
        return any;
    }

    private boolean mayApply(StorageChange change) {
        Place place = place(change);
        Long paused = pausedUntil.get(place.table);
        if (!change.column().owned() || left.contains(place) || (paused != null && isAhead(paused))) {
            return false;
        }
        Changed last = changed.get(place);
        if (last == null) {
            return true;
        }
        if (last.change.wanted() != change.column().storage()) {
            LOG.info(
                    "Storage of {}.{} was changed by somebody else to {}: it is left as it is",
                    place.table,
                    place.column,
                    change.column().storage());
            left.add(place);
            return false;
        }
        return !isAhead(last.atNanos + BETWEEN_CHANGES.toNanos());
    }

    private boolean apply(Alter alter, StorageChange change, String reason) {
        try {
            alter.run(change);
        } catch (DatabaseException e) {
            if (e.outcome() == SqlOutcome.CONNECTION) {
                throw e;
            }
            pause(change, e);
            return false;
        }
        changed.put(place(change), new Changed(change, nanoTime.getAsLong()));
        pauses.remove(change.column().table());
        LOG.info(
                "Storage of {}.{} changed from {} to {}, since {}. To undo: {}",
                change.column().table(),
                change.column().column(),
                change.column().storage(),
                change.wanted(),
                reason,
                change.undo());
        return true;
    }

    private void pause(StorageChange change, DatabaseException error) {
        TableId table = change.column().table();
        Duration last = pauses.get(table);
        Duration next = last == null ? FIRST_PAUSE : last.multipliedBy(2);
        Duration pause = next.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : next;
        pauses.put(table, pause);
        pausedUntil.put(table, nanoTime.getAsLong() + pause.toNanos());
        LOG.info(
                "Storage of {}.{} could not be changed now, next attempt in {} s: {}",
                table,
                change.column().column(),
                pause.toSeconds(),
                error.getMessage());
    }

    private boolean isAhead(long nanos) {
        return nanos - nanoTime.getAsLong() > 0;
    }

    private static Place place(StorageChange change) {
        return new Place(change.column().table(), change.column().column());
    }
}
