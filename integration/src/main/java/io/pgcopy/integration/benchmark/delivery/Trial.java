/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

/**
 * One way in a comparison.
 *
 * @param expected rows in the table after it
 */
record Trial(String variant, Way way, long expected) {}
