/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.List;
import java.util.Objects;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Whether what is written by one Avro schema is the same when it is read by another. That the bytes are alike is not
 * enough: Avro's parsing form knows nothing of logical types, and so takes milliseconds for microseconds, and one
 * decimal scale for another.
 */
final class SameReading {
    private SameReading() {}

    /** What is different first, and where; null where nothing is. */
    static @Nullable String difference(org.apache.avro.Schema written, org.apache.avro.Schema read) {
        if (!SchemaNormalization.toParsingForm(written).equals(SchemaNormalization.toParsingForm(read))) {
            return "has other fields or types";
        }
        return difference(
                ReaderCompiler.compile(written).schema(),
                ReaderCompiler.compile(read).schema(),
                "the value");
    }

    private static @Nullable String difference(Schema written, Schema read, String place) {
        if (!isSame(written, read)) {
            return "has " + place + " as " + described(read) + ", not as " + described(written);
        }
        return switch (written.type()) {
            case STRUCT -> ofFields(written.fields(), read.fields());
            case ARRAY -> difference(written.valueSchema(), read.valueSchema(), "an element of " + place);
            case MAP -> {
                String ofKeys = difference(written.keySchema(), read.keySchema(), "a key of " + place);
                yield ofKeys != null
                        ? ofKeys
                        : difference(written.valueSchema(), read.valueSchema(), "a value of " + place);
            }
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES -> null;
        };
    }

    private static @Nullable String ofFields(List<Field> written, List<Field> read) {
        for (int i = 0; i < written.size(); i++) {
            String name = written.get(i).name();
            String difference = name.equals(read.get(i).name())
                    ? difference(written.get(i).schema(), read.get(i).schema(), "the field " + name)
                    : "has the field " + name + " under the name " + read.get(i).name();
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static boolean isSame(Schema written, Schema read) {
        if (!isSameType(written.type(), read.type())) {
            return false;
        }
        return switch (written.type()) {
            // Of a struct the parsing form has the name.
            case STRUCT -> true;
            // A text is the same text without its name, and so is a list.
            case STRING, ARRAY, MAP, BOOLEAN ->
                read.name() == null || read.name().equals(written.name());
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BYTES ->
                Objects.equals(written.name(), read.name()) && scale(written) == scale(read);
        };
    }

    // In Avro the three are one: read as the widest, a number is the same.
    private static boolean isSameType(Schema.Type written, Schema.Type read) {
        return written == read
                || (read == Schema.Type.INT32 && (written == Schema.Type.INT8 || written == Schema.Type.INT16));
    }

    private static int scale(Schema schema) {
        return Decimal.LOGICAL_NAME.equals(schema.name()) ? DecimalSchemas.scale(schema) : 0;
    }

    private static String described(Schema schema) {
        String scale = Decimal.LOGICAL_NAME.equals(schema.name()) ? " of scale " + scale(schema) : "";
        return schema.type() + (schema.name() == null ? "" : " " + Foreign.text(schema.name())) + scale;
    }
}
