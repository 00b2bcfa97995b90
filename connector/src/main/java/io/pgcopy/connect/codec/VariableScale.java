/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** Debezium's VariableScaleDecimal: a scale and the unscaled value's bytes. */
final class VariableScale {
    private VariableScale() {}

    static BigDecimal toDecimal(Object value) {
        Struct struct = (Struct) value;
        Integer scale = struct.getInt32("scale");
        Object unscaled = struct.get("value");
        if (scale == null || unscaled == null) {
            throw new DataException("expected a scale and a value in VariableScaleDecimal, found null");
        }
        byte[] bytes = ByteaCodec.bytes(unscaled);
        if (bytes.length == 0) {
            throw new DataException("expected at least one byte of a VariableScaleDecimal, found none");
        }
        return new BigDecimal(new BigInteger(bytes), scale);
    }
}
