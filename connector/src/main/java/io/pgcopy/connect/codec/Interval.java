/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * The three parts of an interval, which do not turn into each other: a month is not thirty days. The text
 * is ISO 8601 with a sign for each part, PostgreSQL's own {@code iso_8601} style.
 */
record Interval(int months, int days, long micros) {
    private static final Interval LARGEST = new Interval(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);
    private static final Interval SMALLEST = new Interval(Integer.MIN_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE);
    private static final String INFINITY = "infinity";
    private static final String NEGATIVE_INFINITY = "-infinity";
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
    private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
    private static final String NUMBER = "([+-]?\\d{1,19})";
    private static final Pattern ISO = Pattern.compile("P(?=.)(?:" + NUMBER + "Y)?(?:" + NUMBER + "M)?(?:" + NUMBER
            + "W)?(?:" + NUMBER + "D)?(?:T(?=.)(?:" + NUMBER + "H)?(?:" + NUMBER
            + "M)?(?:([+-]?\\d{0,19}(?:[.]\\d{0,9})?)S)?)?");
    private static final Pattern POSTGRES = Pattern.compile("(?=.)(?:" + NUMBER + " years? ?)?(?:" + NUMBER
            + " mons? ?)?()(?:" + NUMBER + " days? ?)?(?:([+-]?)(\\d{1,19}):(\\d{2}):(\\d{2}(?:[.]\\d{1,9})?))?");

    static Interval parse(String text) {
        if (isInfinity(text)) {
            return text.equals(INFINITY) ? LARGEST : SMALLEST;
        }
        try {
            Matcher iso = ISO.matcher(text);
            if (iso.matches()) {
                return new Interval(months(iso), days(iso), isoMicros(iso));
            }
            Matcher postgres = POSTGRES.matcher(text);
            if (postgres.matches()) {
                return new Interval(months(postgres), days(postgres), clockMicros(postgres));
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new DataException("interval is out of range or finer than a microsecond");
        }
        throw new DataException("expected the text of an interval, found other text");
    }

    static boolean isInfinity(String text) {
        return text.equals(INFINITY) || text.equals(NEGATIVE_INFINITY);
    }

    /** Whether these are the bytes of an infinity, or of an ordinary value to a server that knows none. */
    boolean isExtreme() {
        return equals(LARGEST) || equals(SMALLEST);
    }

    String text() {
        if (isExtreme()) {
            return micros > 0 ? INFINITY : NEGATIVE_INFINITY;
        }
        return finiteText();
    }

    String finiteText() {
        StringBuilder text = new StringBuilder("P");
        append(text, months / 12, 'Y');
        append(text, months % 12, 'M');
        append(text, days, 'D');
        if (micros != 0 || text.length() == 1) {
            text.append('T');
            append(text, micros / MICROS_PER_HOUR, 'H');
            append(text, micros / MICROS_PER_MINUTE % 60, 'M');
            appendSeconds(text, micros % MICROS_PER_MINUTE);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, long number, char unit) {
        if (number != 0) {
            text.append(number).append(unit);
        }
    }

    private static void appendSeconds(StringBuilder text, long micros) {
        if (micros != 0 || text.charAt(text.length() - 1) == 'T') {
            BigDecimal seconds = BigDecimal.valueOf(micros, 6).stripTrailingZeros();
            text.append(seconds.signum() == 0 ? "0" : seconds.toPlainString()).append('S');
        }
    }

    private static int months(Matcher match) {
        return Math.toIntExact(Math.addExact(Math.multiplyExact(number(match.group(1)), 12L), number(match.group(2))));
    }

    private static int days(Matcher match) {
        return Math.toIntExact(Math.addExact(Math.multiplyExact(number(match.group(3)), 7L), number(match.group(4))));
    }

    private static long isoMicros(Matcher match) {
        long hours = Math.multiplyExact(number(match.group(5)), MICROS_PER_HOUR);
        long minutes = Math.multiplyExact(number(match.group(6)), MICROS_PER_MINUTE);
        return Math.addExact(Math.addExact(hours, minutes), seconds(match.group(7)));
    }

    private static long clockMicros(Matcher match) {
        if (match.group(6) == null) {
            return 0;
        }
        // Summed below zero, where the range reaches one further.
        long hours = Math.multiplyExact(-number(match.group(6)), MICROS_PER_HOUR);
        long minutes = Math.multiplyExact(-number(match.group(7)), MICROS_PER_MINUTE);
        long negated = Math.subtractExact(Math.addExact(hours, minutes), seconds(match.group(8)));
        return match.group(5).equals("-") ? negated : Math.negateExact(negated);
    }

    private static long number(@Nullable String digits) {
        return digits == null || digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private static long seconds(@Nullable String text) {
        return text == null ? 0 : new BigDecimal(text).movePointRight(6).longValueExact();
    }
}
