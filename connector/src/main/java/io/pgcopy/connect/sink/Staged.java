/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/**
 * How rows get into a table by way of a temporary one.
 *
 * @param create makes the temporary table
 * @param statement takes the rows on from there
 */
record Staged(String create, String statement) {}
