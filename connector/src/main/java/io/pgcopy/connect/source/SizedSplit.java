/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

/**
 * A split and about how many bytes there are to read, as they are sent. The size is the planner's alone: in a task's configuration it
 * would restart every task whenever a table has grown.
 */
record SizedSplit(TableSplit split, long bytes) {}
