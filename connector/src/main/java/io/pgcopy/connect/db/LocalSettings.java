/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

/**
 * What text forms and time limits depend on, set for one transaction: behind a pooler the next transaction may
 * run in another of the server's sessions, and this session may be somebody else's. {@code SET LOCAL} takes no
 * snapshot. search_path stays as it is: views and triggers may need it. Encoding is the driver's to ask for.
 */
final class LocalSettings {
    /** To follow {@code BEGIN}. */
    static final String SQL = "; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'"
            + "; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 3"
            + "; SET LOCAL bytea_output = 'hex'; SET LOCAL standard_conforming_strings = on"
            + "; SET LOCAL xmloption = 'content'";

    /** Without limits on time, for transactions that last as long as the data does. */
    static final String UNLIMITED =
            SQL + "; SET LOCAL statement_timeout = 0" + "; SET LOCAL idle_in_transaction_session_timeout = 0";

    private LocalSettings() {}
}
