/* SPDX-License-Identifier: Apache-2.0 */
/** The source connector's lifecycle: splitting tables over tasks, reading them, source offsets. */
@NullMarked
package io.pgcopy.connect.source;

import org.jspecify.annotations.NullMarked;
