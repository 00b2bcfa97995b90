/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import org.apache.kafka.connect.errors.DataException;

/** A table lacks a column that records of a schema need, or needs one that they lack: no fault of any record. */
public final class SchemaMismatchException extends DataException {
    private static final long serialVersionUID = 1L;

    SchemaMismatchException(String message) {
        super(message);
    }
}
