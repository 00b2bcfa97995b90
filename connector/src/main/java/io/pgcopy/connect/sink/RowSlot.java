/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import org.jspecify.annotations.Nullable;

/**
 * A row of a batch among those of its key.
 *
 * @param before the earlier row of the key that is written too; null where there is none
 */
record RowSlot(Run run, int tuple, @Nullable RowSlot before) {}
