/* SPDX-License-Identifier: Apache-2.0 */
/** One table's plan: which codec for which column, tuple to Struct and back, NULL, naming the column in an error. */
@NullMarked
package io.pgcopy.connect.row;

import org.jspecify.annotations.NullMarked;
