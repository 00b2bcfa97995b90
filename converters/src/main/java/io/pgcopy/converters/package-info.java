/* SPDX-License-Identifier: Apache-2.0 */
/** What the converters share: the plugin's version. */
@NullMarked
package io.pgcopy.converters;

import org.jspecify.annotations.NullMarked;
