/* SPDX-License-Identifier: Apache-2.0 */
/** JDBC and pgjdbc, all SQL text, quoting, COPY channels, what an SQLSTATE means. */
@NullMarked
package io.pgcopy.connect.db;

import org.jspecify.annotations.NullMarked;
