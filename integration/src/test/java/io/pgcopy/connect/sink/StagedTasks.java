/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.function.Consumer;

/** Makes sink tasks that tell how far a flush is, by the stage's name. */
public final class StagedTasks {
    private StagedTasks() {}

    public static PgCopySinkTask telling(Consumer<String> stages) {
        return new PgCopySinkTask((stage, batch) -> stages.accept(stage.name()), TupleLimit.OF_THE_SERVER);
    }
}
