/* SPDX-License-Identifier: Apache-2.0 */
/** Benchmarks: their own command, never part of a build. */
@NullMarked
package io.pgcopy.integration.benchmark;

import org.jspecify.annotations.NullMarked;
