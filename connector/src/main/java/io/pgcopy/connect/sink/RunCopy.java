/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.copy.CopyStreamWriter;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.db.CopyInChannel;
import io.pgcopy.connect.db.Session;

/** One COPY of a run's rows into its table. */
final class RunCopy {
    private final Run run;

    RunCopy(Run run) {
        this.run = run;
    }

    /** Sends all rows that are not excluded, and waits for the server's verdict. */
    void send(Session session) {
        CopyInChannel channel = session.copyIn(run.table(), run.columns());
        TupleBuffer.Output out = channel::write;
        CopyStreamWriter.begin(out);
        int first = run.nextIncluded(0);
        while (first < run.end()) {
            int end = run.nextExcluded(first);
            run.tuples().writeTo(out, first, end);
            first = run.nextIncluded(end);
        }
        CopyStreamWriter.end(out);
        channel.finish();
    }

    /** The tuple that the server counts as this line of the COPY, from 1. */
    int tupleOfLine(long line) {
        int tuple = run.nextIncluded(0);
        for (long at = 1; at < line && tuple < run.end(); at++) {
            tuple = run.nextIncluded(tuple + 1);
        }
        return tuple;
    }
}
