/* SPDX-License-Identifier: Apache-2.0 */
/** Tests against real PostgreSQL, broker and worker; quickstart; benchmarks. */
@NullMarked
package io.pgcopy.integration;

import org.jspecify.annotations.NullMarked;
