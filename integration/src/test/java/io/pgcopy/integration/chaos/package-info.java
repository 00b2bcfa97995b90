/* SPDX-License-Identifier: Apache-2.0 */
/** What breaks, on the real thing: processes, networks and servers, and what the target has afterwards. */
@NullMarked
package io.pgcopy.integration.chaos;

import org.jspecify.annotations.NullMarked;
