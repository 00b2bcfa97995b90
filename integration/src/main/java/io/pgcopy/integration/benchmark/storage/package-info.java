/* SPDX-License-Identifier: Apache-2.0 */
/** What storing values of each kind costs the server, by the way in which they are stored. */
@NullMarked
package io.pgcopy.integration.benchmark.storage;

import org.jspecify.annotations.NullMarked;
