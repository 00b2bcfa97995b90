/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.Locale;

/** What a user may choose about the form of values; the words are those of the configuration. */
public record CodecOptions(
        NumericMode numeric, TemporalMode temporal, ArrayMode array, UnknownTypeMode unknown, NulMode nul) {
    public static final CodecOptions DEFAULT = new CodecOptions(
            NumericMode.PRECISE, TemporalMode.EXACT, ArrayMode.LIST, UnknownTypeMode.TEXT, NulMode.FAIL);

    /** The options of a source. */
    public static CodecOptions ofSource(String numeric, String temporal, String array, String unknown) {
        return new CodecOptions(
                NumericMode.valueOf(upper(numeric)),
                TemporalMode.valueOf(upper(temporal)),
                ArrayMode.valueOf(upper(array)),
                UnknownTypeMode.valueOf(upper(unknown)),
                DEFAULT.nul);
    }

    /** The options of a sink. */
    public static CodecOptions ofSink(String nul) {
        return new CodecOptions(
                DEFAULT.numeric, DEFAULT.temporal, DEFAULT.array, DEFAULT.unknown, NulMode.valueOf(upper(nul)));
    }

    /** Those of values inside a text, where a form that loses something saves nobody anything. */
    CodecOptions exact() {
        return new CodecOptions(NumericMode.STRING, TemporalMode.EXACT, array, unknown, nul);
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
