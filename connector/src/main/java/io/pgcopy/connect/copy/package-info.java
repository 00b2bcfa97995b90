/* SPDX-License-Identifier: Apache-2.0 */
/** The binary COPY format: header, tuples, fields, trailer; byte order; length prefixes. */
@NullMarked
package io.pgcopy.connect.copy;

import org.jspecify.annotations.NullMarked;
