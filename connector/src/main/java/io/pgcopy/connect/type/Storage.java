/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

/** {@code attstorage}: where a column's large values go, and whether they are compressed on the way. */
public enum Storage {
    /** In the row, as they are. */
    PLAIN,
    /** Out of the row where large, as they are. */
    EXTERNAL,
    /** Compressed where that pays, then out of the row where still large: the default of most types. */
    EXTENDED,
    /** Compressed where that pays, out of the row only where there is no other way. */
    MAIN;

    /** The storage of this catalog letter. */
    public static Storage of(String attstorage) {
        return switch (attstorage) {
            case "p" -> PLAIN;
            case "e" -> EXTERNAL;
            case "x" -> EXTENDED;
            case "m" -> MAIN;
            default -> throw new IllegalArgumentException("attstorage " + attstorage + " is not known");
        };
    }

    /** Whether the server tries to compress large values. */
    public boolean compresses() {
        return this == EXTENDED || this == MAIN;
    }
}
