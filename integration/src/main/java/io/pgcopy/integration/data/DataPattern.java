/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.data;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * One kind of content that is stored in large columns. A value depends on the pattern, the seed and the
 * size alone, so that a run can be repeated to the byte.
 */
public enum DataPattern {
    /** Random bytes: encrypted data, and what strong compressors write. */
    RANDOM,
    /** A kilobyte of text, then random bytes: most container formats in small. */
    HEADER_RANDOM,
    JPEG,
    /** A zip archive of several entries, as jar and Office files are. */
    ZIP,
    PNG,
    /** Pixels as they are, with the noise of a camera. */
    RGB,
    /** 16-bit samples of which the low 8 bits are noise. */
    NOISE,
    /** 16-bit samples of which the low 12 bits are noise. */
    NOISE_12,
    UUID_TEXT,
    /** A smooth signal with measurement noise, as doubles. */
    FLOAT64,
    JSON,
    TEXT,
    HEX,
    BASE64,
    /** The 95 printable characters at random. */
    PRINTABLE,
    /** What {@code GZIPOutputStream} writes: its time stamp is always zero. */
    GZIP;

    /** The pattern's name in tables, in benchmark cases and on the command line: {@code header-random}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The value of exactly {@code size} bytes that belongs to {@code seed}. */
    public byte[] value(long seed, int size) {
        byte[] made = make(new SplittableRandom(seed * 31 + name().hashCode()), size);
        if (made.length < size) {
            throw new IllegalStateException(label() + " made " + made.length + " bytes of " + size);
        }
        return made.length == size ? made : Arrays.copyOf(made, size);
    }

    // At least `size` bytes' worth of content; what is too much is cut off.
    private byte[] make(SplittableRandom random, int size) {
        return switch (this) {
            case RANDOM -> SignalPatterns.random(random, size);
            case HEADER_RANDOM -> SignalPatterns.headerRandom(random, size);
            case JPEG -> ImagePatterns.jpeg(random, size);
            case ZIP -> ArchivePatterns.zip(random, size);
            case PNG -> ImagePatterns.png(random, size);
            case RGB -> ImagePatterns.rgb(random, size);
            case NOISE -> SignalPatterns.noise8(random, size);
            case NOISE_12 -> SignalPatterns.noise12(random, size);
            case UUID_TEXT -> TextPatterns.uuids(random, size);
            case FLOAT64 -> SignalPatterns.float64(random, size);
            case JSON -> TextPatterns.json(random, size);
            case TEXT -> TextPatterns.prose(random, size);
            case HEX -> TextPatterns.hex(random, size);
            case BASE64 -> TextPatterns.base64(random, size);
            case PRINTABLE -> TextPatterns.printable(random, size);
            case GZIP -> ArchivePatterns.gzip(random, size);
        };
    }
}
