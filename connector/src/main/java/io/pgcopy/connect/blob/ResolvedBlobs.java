/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The rows that need nothing more, by attempt id: those with a head at or above the safe offset, which a
 * rewind reads again, and the last ones before, whose records a producer may repeat.
 */
final class ResolvedBlobs {
    private static final int RECENT = 4_096;

    private static final class Reported {
        private final String reason;
        private long upTo;

        Reported(String reason, long upTo) {
            this.reason = reason;
            this.upTo = upTo;
        }
    }

    private final Map<Long, Long> written;
    private final Map<Long, Long> givenUp = new HashMap<>();
    private final Map<Long, Reported> reported = new HashMap<>();
    private final Map<Long, Long> recent = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > RECENT;
        }
    };

    /** @param written what the database remembers */
    ResolvedBlobs(Map<Long, Long> written) {
        this.written = new HashMap<>(written);
    }

    boolean contains(long id) {
        return written.containsKey(id) || givenUp.containsKey(id) || recent.containsKey(id);
    }

    void addWritten(long id, long headOffset) {
        written.put(id, headOffset);
    }

    /** A row that is not written; a restart meets it again and decides anew. */
    void addGivenUp(long id, long headOffset) {
        givenUp.put(id, headOffset);
    }

    /** The same; and records of this row after the given offset are reported too. */
    void addReported(long id, long headOffset, String reason, long upTo) {
        addGivenUp(id, headOffset);
        reported.put(id, new Reported(reason, upTo));
    }

    /** A row that was done with before reading began. */
    void addBefore(long id, long headOffset) {
        recent.put(id, headOffset);
    }

    /** Why a record is to be reported now, once; empty where it is not. */
    String reportReason(long id, long offset) {
        Reported row = reported.get(id);
        if (row == null || offset <= row.upTo) {
            return "";
        }
        row.upTo = offset;
        return row.reason;
    }

    void settle(long safe) {
        settle(written, safe);
        settle(givenUp, safe);
        reported.keySet().removeIf(id -> !contains(id));
    }

    /** The rows written above the safe offset, with the offsets of their heads. */
    Map<Long, Long> written() {
        return written;
    }

    private void settle(Map<Long, Long> rows, long safe) {
        for (Iterator<Map.Entry<Long, Long>> entries = rows.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<Long, Long> row = entries.next();
            if (row.getValue() < safe) {
                recent.put(row.getKey(), row.getValue());
                entries.remove();
            }
        }
    }
}
