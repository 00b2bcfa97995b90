/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** What a schema of Connect's Decimal says in its parameters. */
final class DecimalSchemas {
    static final String PRECISION = "connect.decimal.precision";

    /** Connect's Decimal has no precision; Avro's must have one. */
    static final int DEFAULT_PRECISION = 64;

    /** PostgreSQL's numeric has up to 131,072 digits; a larger scale makes numbers that nobody can print. */
    private static final int MAX_SCALE = 131_072;

    private DecimalSchemas() {}

    static int scale(Schema schema) {
        Integer scale = number(schema.parameters(), Decimal.SCALE_FIELD);
        if (scale == null) {
            throw new DataException("a Decimal schema must have the parameter \"" + Decimal.SCALE_FIELD + "\"");
        }
        if (Math.abs((long) scale) > MAX_SCALE) {
            throw new DataException("expected a Decimal scale of at most " + MAX_SCALE + ", found " + scale);
        }
        return scale;
    }

    static int precision(Schema schema) {
        Integer precision = number(schema.parameters(), PRECISION);
        return precision == null ? DEFAULT_PRECISION : precision;
    }

    private static @Nullable Integer number(@Nullable Map<String, String> parameters, String name) {
        String text = parameters == null ? null : parameters.get(name);
        if (text == null) {
            return null;
        }
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new DataException("expected a number in the parameter \"" + name + "\" of a Decimal schema", e);
        }
    }
}
