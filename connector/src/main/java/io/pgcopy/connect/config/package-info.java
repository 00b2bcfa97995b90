/* SPDX-License-Identifier: Apache-2.0 */
/** Keys, defaults, validation, parsed values: one config group, one file. */
@NullMarked
package io.pgcopy.connect.config;

import org.jspecify.annotations.NullMarked;
