/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

/** How numeric columns are carried. */
public enum NumericMode {
    /** Decimal where the column has a scale, exact text where it has not. */
    PRECISE,
    /** Exact text always. */
    STRING,
    /** The nearest float8: digits beyond its fifteen are lost. */
    DOUBLE
}
