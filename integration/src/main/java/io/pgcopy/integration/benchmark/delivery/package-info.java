/* SPDX-License-Identifier: Apache-2.0 */
/** What the sink's ways of writing cost, beside the statements that a person would write for the same work. */
@NullMarked
package io.pgcopy.integration.benchmark.delivery;

import org.jspecify.annotations.NullMarked;
