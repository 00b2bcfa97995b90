/* SPDX-License-Identifier: Apache-2.0 */
/** How fast each codec is by itself. */
@NullMarked
package io.pgcopy.integration.jmh;

import org.jspecify.annotations.NullMarked;
