/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * A range over any subtype that has a text form: a byte of flags, then each finite bound with its length. As text in a
 * record, the form that other connectors give it too.
 */
final class RangeCodec<E> implements Codec<String> {
    private static final Schema SCHEMA =
            SchemaBuilder.string().name(LogicalTypes.RANGE).build();
    // rangetypes.h
    private static final int EMPTY = 0x01;
    private static final int LOWER_INCLUSIVE = 0x02;
    private static final int UPPER_INCLUSIVE = 0x04;
    private static final int LOWER_INFINITE = 0x08;
    private static final int UPPER_INFINITE = 0x10;
    private static final int ALL = 0x1F;

    private final Codec<E> subtype;
    private final Function<Object, E> parse;

    private RangeCodec(Codec<E> subtype, Function<Object, E> parse) {
        this.subtype = subtype;
        this.parse = parse;
    }

    /** Empty where the subtype has no text form. The subtype's own form is not seen: it must be one that keeps all. */
    static <E> Optional<RangeCodec<?>> of(Codec<E> subtype) {
        if (subtype.schema().type() == Schema.Type.BYTES) {
            return Optional.empty();
        }
        return subtype.from(Schema.STRING_SCHEMA).map(parse -> new RangeCodec<>(subtype, parse));
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int flags = field.readInt8() & 0xFF;
        if ((flags & ~ALL) != 0 || ((flags & EMPTY) != 0 && flags != EMPTY)) {
            throw new DataException("expected the flags of a range, found " + Integer.toHexString(flags));
        }
        if (flags == EMPTY) {
            return RangeText.EMPTY.text();
        }
        @Nullable String lower = (flags & LOWER_INFINITE) == 0 ? bound(field) : null;
        @Nullable String upper = (flags & UPPER_INFINITE) == 0 ? bound(field) : null;
        return new RangeText(false, (flags & LOWER_INCLUSIVE) != 0, (flags & UPPER_INCLUSIVE) != 0, lower, upper)
                .text();
    }

    @Override
    public void encode(String text, FieldWriter field) {
        write(RangeText.parse(text), field);
    }

    void write(RangeText range, FieldWriter field) {
        if (range.empty()) {
            field.writeInt8(EMPTY);
            return;
        }
        @Nullable String lower = range.lower();
        @Nullable String upper = range.upper();
        // An infinite bound is never inclusive; the server's own input sees to that too.
        int flags = (lower == null ? LOWER_INFINITE : range.lowerInclusive() ? LOWER_INCLUSIVE : 0)
                | (upper == null ? UPPER_INFINITE : range.upperInclusive() ? UPPER_INCLUSIVE : 0);
        field.writeInt8(flags);
        write(lower, field);
        write(upper, field);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private String bound(FieldReader field) {
        FieldReader content = field.readField(field.readInt32());
        String bound = subtype.text(subtype.decode(content));
        content.expectEnd();
        return bound;
    }

    private void write(@Nullable String bound, FieldWriter field) {
        if (bound != null) {
            int mark = field.beginNested();
            subtype.encode(parse.apply(bound), field);
            field.endNested(mark);
        }
    }
}
