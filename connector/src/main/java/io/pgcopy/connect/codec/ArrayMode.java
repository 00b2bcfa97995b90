/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

/** How arrays are carried. */
public enum ArrayMode {
    /** A list; an array of several dimensions or of another lower bound is refused. */
    LIST,
    /** Dimensions, lower bounds and elements: every array. */
    STRUCT
}
