/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

/** What is done with NUL characters, which PostgreSQL's text cannot hold. */
public enum NulMode {
    FAIL,
    REMOVE,
    REPLACE
}
