/* SPDX-License-Identifier: Apache-2.0 */
/** The sink connector's lifecycle: topic to table, when to flush, what is committed, bad records. */
@NullMarked
package io.pgcopy.connect.sink;

import org.jspecify.annotations.NullMarked;
