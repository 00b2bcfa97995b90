/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

/** What happens to a column whose type has no codec. */
public enum UnknownTypeMode {
    /** It is carried in the server's own text form. */
    TEXT,
    /** The table is refused. */
    FAIL,
    /** The column is left out. */
    SKIP
}
