/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

/** {@code attcompression}: how a column's values are compressed, where they are. */
public enum Compression {
    /** By {@code default_toast_compression} of the session that writes. */
    UNSET,
    PGLZ,
    LZ4;

    /** The method of this catalog letter, or of none. */
    public static Compression of(String attcompression) {
        return switch (attcompression) {
            // An empty "char" comes as nothing or as a NUL, by driver and format.
            case "", "\0" -> UNSET;
            case "p" -> PGLZ;
            case "l" -> LZ4;
            default -> throw new IllegalArgumentException("attcompression " + attcompression + " is not known");
        };
    }
}
