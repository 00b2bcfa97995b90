/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

/** How dates and times are carried. */
public enum TemporalMode {
    /** Days and microseconds, infinities included. */
    EXACT,
    /** Connect's own types, which count milliseconds: finer digits are cut off. */
    CONNECT
}
