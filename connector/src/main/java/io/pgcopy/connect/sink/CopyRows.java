/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.copy.CopyStreamWriter;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.db.CopyInChannel;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.TableId;
import java.util.List;

/** One COPY of encoded rows into a table. */
final class CopyRows {
    private CopyRows() {}

    /** Sends the range's rows and waits for the server's verdict. */
    static void send(Session session, TableId table, List<String> columns, RowRange range) {
        CopyInChannel channel = session.copyIn(table, columns);
        TupleBuffer.Output out = channel::write;
        Run run = range.run();
        CopyStreamWriter.begin(out);
        int first = run.nextIncluded(range.first());
        while (first < range.end()) {
            int end = Math.min(run.nextExcluded(first), range.end());
            run.tuples().writeTo(out, first, end);
            first = run.nextIncluded(end);
        }
        CopyStreamWriter.end(out);
        channel.finish();
    }
}
