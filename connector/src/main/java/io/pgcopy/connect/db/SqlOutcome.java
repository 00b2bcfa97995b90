/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

/** What an error of the server or of the connection means for the work that met it. */
public enum SqlOutcome {
    /** The content of one record: the same bytes fail again, other records are fine. */
    DATA,
    /** Deadlock, serialization failure, lock or statement timeout: the same work may succeed now. */
    TRANSIENT,
    /** The connection is gone or was refused for now; whether a COMMIT on its way happened is unknown. */
    CONNECTION,
    /** A server that is read-only: a standby, or a primary that was demoted. */
    READ_ONLY,
    /** Disk, memory or another resource of the server: worth waiting for, not for long. */
    RESOURCE,
    /** A table or column is not what it was when the plan was made. */
    SCHEMA,
    /** Rights, credentials, settings, anything else that only a person can change. */
    PERMANENT;

    /** Whether the same work may succeed later, on a new connection, without anybody changing it. */
    public boolean retriable() {
        return switch (this) {
            case TRANSIENT, CONNECTION, READ_ONLY, RESOURCE -> true;
            case DATA, SCHEMA, PERMANENT -> false;
        };
    }
}
