/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import org.apache.kafka.connect.errors.DataException;

/** Text of a decimal number, as people and databases write it. */
final class DecimalText {
    private DecimalText() {}

    static BigDecimal parse(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new DataException("expected a decimal number, found other text");
        }
    }
}
