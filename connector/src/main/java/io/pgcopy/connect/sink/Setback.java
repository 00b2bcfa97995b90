/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong and is answered in the next {@code put}: by reading again from Kafka, by records that the
 * framework delivers once more, or by the task's end. Confined to the task's thread.
 */
final class Setback {
    private @Nullable RuntimeException failure;
    private boolean redelivering;
    private boolean replanned;
    private boolean streamReplanned;

    /** Whether something went wrong: until it is answered nothing more is taken. */
    boolean pending() {
        return failure != null;
    }

    /** What is to be answered; null where nothing is. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /** Notes what went wrong; what ends the task outdoes what reading again can mend. */
    void meet(RuntimeException found) {
        if (failure == null || (isMendable(failure) && !isMendable(found))) {
            failure = found;
        }
    }

    /** Notes that a flush failed for good. */
    void meetFlush(DatabaseException found) {
        // The rows were encoded for a table that has changed since: only the records themselves help.
        boolean stale = found.outcome() == SqlOutcome.SCHEMA && !replanned;
        replanned = true;
        meet(stale ? new RewindException(String.valueOf(found.getMessage())) : found);
    }

    /** A flush was written: a table that changes after it is another change. */
    void wrote() {
        replanned = false;
    }

    /** Notes that a row of its own transaction met a table that has changed; false where that comes a second time. */
    boolean meetStream(String why) {
        if (streamReplanned) {
            return false;
        }
        streamReplanned = true;
        meet(new RewindException(why));
        return true;
    }

    /** A row of its own transaction was written, or was bad by itself: its table was what it was taken for. */
    void streamed() {
        streamReplanned = false;
    }

    /** Goes on answering in a later call, without what was done for it already. */
    void halfAnswered(RewindException rest) {
        failure = rest;
    }

    void answered() {
        failure = null;
    }

    /** The records on hand will be delivered once more. */
    void redeliver() {
        redelivering = true;
    }

    /** Whether there are records that were delivered, and not taken. */
    boolean awaitsRedelivery() {
        return redelivering;
    }

    /** Whether the records that come now are those of the call before. */
    boolean redelivered() {
        boolean again = redelivering;
        redelivering = false;
        return again;
    }

    private static boolean isMendable(RuntimeException failure) {
        return failure instanceof RewindException || failure instanceof FencedException;
    }
}
