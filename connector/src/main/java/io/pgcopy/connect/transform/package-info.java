/* SPDX-License-Identifier: Apache-2.0 */
/** Transformations for connectors of others that read what our source writes. */
@NullMarked
package io.pgcopy.connect.transform;

import org.jspecify.annotations.NullMarked;
