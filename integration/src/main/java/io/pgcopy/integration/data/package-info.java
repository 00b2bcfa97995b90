/* SPDX-License-Identifier: Apache-2.0 */
/** Made-up values that look like what people store, for tests and benchmarks. */
@NullMarked
package io.pgcopy.integration.data;

import org.jspecify.annotations.NullMarked;
