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
    RANDOM(SignalPatterns::random),
    /** A kilobyte of text, then random bytes: most container formats in small. */
    HEADER_RANDOM(SignalPatterns::headerRandom),
    JPEG(ImagePatterns::jpeg),
    /** A zip archive of several entries, as jar and Office files are. */
    ZIP(ArchivePatterns::zip),
    PNG(ImagePatterns::png),
    /** Pixels as they are, with the noise of a camera. */
    RGB(ImagePatterns::rgb),
    /** 16-bit samples of which the low 8 bits are noise. */
    NOISE(SignalPatterns::noise8),
    /** 16-bit samples of which the low 12 bits are noise. */
    NOISE_12(SignalPatterns::noise12),
    UUID_TEXT(TextPatterns::uuids),
    /** A smooth signal with measurement noise, as doubles. */
    FLOAT64(SignalPatterns::float64),
    JSON(TextPatterns::json),
    TEXT(TextPatterns::prose),
    HEX(TextPatterns::hex),
    BASE64(TextPatterns::base64),
    /** The 95 printable characters at random. */
    PRINTABLE(TextPatterns::printable),
    /** What {@code GZIPOutputStream} writes: its time stamp is always zero. */
    GZIP(ArchivePatterns::gzip);

    /** Writes at least {@code size} bytes' worth of content; what is too much is cut off. */
    @FunctionalInterface
    interface Maker {
        byte[] make(SplittableRandom random, int size);
    }

    private final Maker maker;

    DataPattern(Maker maker) {
        this.maker = maker;
    }

    /** The pattern's name in tables, in benchmark cases and on the command line: {@code header-random}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The value of exactly {@code size} bytes that belongs to {@code seed}. */
    public byte[] value(long seed, int size) {
        byte[] made = maker.make(new SplittableRandom(seed * 31 + ordinal()), size);
        if (made.length < size) {
            throw new IllegalStateException(label() + " made " + made.length + " bytes of " + size);
        }
        return made.length == size ? made : Arrays.copyOf(made, size);
    }
}
