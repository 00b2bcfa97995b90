/* SPDX-License-Identifier: Apache-2.0 */
/** Reading pg_catalog into the model of {@code type}. */
@NullMarked
package io.pgcopy.connect.catalog;

import org.jspecify.annotations.NullMarked;
