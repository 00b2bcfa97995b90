/* SPDX-License-Identifier: Apache-2.0 */
/** The sink task against a real server, driven as the framework drives it. */
@NullMarked
package io.pgcopy.integration.sink;

import org.jspecify.annotations.NullMarked;
