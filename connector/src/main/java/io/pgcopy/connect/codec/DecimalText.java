/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import org.apache.kafka.connect.errors.DataException;

/** Text of a decimal number, as people and databases write it. */
final class DecimalText {
    // No float8 has more digits; to read longer ones takes time that grows with the square of their length.
    static final int MAX_LENGTH = 1_200;

    private DecimalText() {}

    static BigDecimal parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new DataException(
                    "expected a decimal number of at most " + MAX_LENGTH + " characters, found " + text.length());
        }
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new DataException("expected a decimal number, found other text");
        }
    }
}
