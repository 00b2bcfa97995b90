/* SPDX-License-Identifier: Apache-2.0 */
/** What is shipped: the archives and the example configurations. */
@NullMarked
package io.pgcopy.integration.packaging;

import org.jspecify.annotations.NullMarked;
