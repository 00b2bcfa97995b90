/* SPDX-License-Identifier: Apache-2.0 */
/** Counters and how they are exposed. */
@NullMarked
package io.pgcopy.connect.metrics;

import org.jspecify.annotations.NullMarked;
