/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** An enum: one of its labels, as text. */
final class EnumCodec implements Codec<String> {
    private final Schema schema;

    EnumCodec(List<String> labels) {
        this.schema = SchemaBuilder.string()
                .name(LogicalTypes.ENUM)
                .parameter(LogicalTypes.ENUM_LABELS, joined(labels))
                .build();
    }

    @Override
    public Schema schema() {
        return schema;
    }

    // A label may have been added since the catalog was read: what the server sends is valid.
    @Override
    public String decode(FieldReader field) {
        return field.readUtf8(field.remaining());
    }

    // For the same reason the server alone says whether it is one of the labels: what it refuses is a bad record.
    @Override
    public void encode(String label, FieldWriter field) {
        field.writeUtf8(label);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema source) {
        return TextCodec.ALLOWED.conversion(source);
    }

    private static String joined(List<String> labels) {
        return String.join(
                ",",
                labels.stream()
                        .map(label -> label.replace("\\", "\\\\").replace(",", "\\,"))
                        .toList());
    }
}
