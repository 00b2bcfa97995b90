/* SPDX-License-Identifier: Apache-2.0 */
/** What a type, a column and a table are, in PostgreSQL's words. */
@NullMarked
package io.pgcopy.connect.type;

import org.jspecify.annotations.NullMarked;
