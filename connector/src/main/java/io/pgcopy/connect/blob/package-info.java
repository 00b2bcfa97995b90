/* SPDX-License-Identifier: Apache-2.0 */
/** Rows too large for one record: how they are cut into ordered chunks, and how they come together again. */
@NullMarked
package io.pgcopy.connect.blob;

import org.jspecify.annotations.NullMarked;
