/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import org.apache.kafka.connect.errors.ConnectException;

/** What was gathered is of no use any more: the partitions are read again from what the database has. */
final class RewindException extends ConnectException {
    private static final long serialVersionUID = 1L;

    RewindException(String message) {
        super(message);
    }
}
