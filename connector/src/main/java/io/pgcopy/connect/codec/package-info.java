/* SPDX-License-Identifier: Apache-2.0 */
/** What one PostgreSQL type's bytes mean: one type, one file. */
@NullMarked
package io.pgcopy.connect.codec;

import org.jspecify.annotations.NullMarked;
