/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/** Finds target tables in the database's catalog. */
@FunctionalInterface
interface TableLookup {
    /**
     * The table of this name, made or widened for what is needed where the settings allow that.
     *
     * @throws org.apache.kafka.connect.errors.ConnectException where there is none that rows can be written to
     */
    TargetTable table(TargetName name, RowNeeds needs);
}
