/* SPDX-License-Identifier: Apache-2.0 */
/** The converters in a real worker, with a real schema registry. */
@NullMarked
package io.pgcopy.integration.converters;

import org.jspecify.annotations.NullMarked;
