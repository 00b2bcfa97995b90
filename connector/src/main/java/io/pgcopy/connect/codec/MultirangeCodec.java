/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** A multirange: a count of ranges, each with its length. As text in a record. */
final class MultirangeCodec implements Codec<String> {
    private static final Schema SCHEMA =
            SchemaBuilder.string().name(LogicalTypes.MULTIRANGE).build();

    private final RangeCodec<?> range;

    MultirangeCodec(RangeCodec<?> range) {
        this.range = range;
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int count = ItemCount.read(field, "ranges");
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < count; i++) {
            FieldReader content = field.readField(field.readInt32());
            text.append(i == 0 ? "" : ",").append(range.decode(content));
            content.expectEnd();
        }
        return text.append('}').toString();
    }

    @Override
    public void encode(String text, FieldWriter field) {
        List<RangeText> ranges = parse(text);
        field.writeInt32(ranges.size());
        for (RangeText one : ranges) {
            int mark = field.beginNested();
            range.write(one, field);
            field.endNested(mark);
        }
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private static List<RangeText> parse(String text) {
        List<RangeText> ranges = new ArrayList<>();
        RangeText.Reader reader = new RangeText.Reader(text);
        reader.skipBlanks();
        reader.next("{");
        boolean more = !reader.isNext('}');
        while (more) {
            ranges.add(reader.range());
            reader.skipBlanks();
            more = reader.isNext(',');
            if (more) {
                reader.next(",");
            }
        }
        reader.next("}");
        reader.expectEnd();
        return ranges;
    }
}
