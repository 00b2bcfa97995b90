/* SPDX-License-Identifier: Apache-2.0 */
/** Payloads of any converter, compressed where it pays. */
@NullMarked
package io.pgcopy.converters.zstd;

import org.jspecify.annotations.NullMarked;
