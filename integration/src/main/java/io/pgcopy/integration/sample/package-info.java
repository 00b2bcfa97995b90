/* SPDX-License-Identifier: Apache-2.0 */
/** Tables to copy, and the comparison of two databases. */
@NullMarked
package io.pgcopy.integration.sample;

import org.jspecify.annotations.NullMarked;
