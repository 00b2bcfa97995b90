/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import java.util.Map;

/** What the records of one split's reading say to Connect; all but the last say the same. */
record SplitOffsets(Map<String, Object> partition, Map<String, Object> reading, String run, long epoch) {

    static SplitOffsets of(String database, TableSplit split, String run, long epoch) {
        return new SplitOffsets(SourceOffset.partition(database, split), SourceOffset.reading(run, epoch), run, epoch);
    }

    Map<String, Object> done(long rows) {
        return SourceOffset.done(run, epoch, rows);
    }
}
