/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import io.pgcopy.connect.type.PgType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * A composite type: a count of attributes, and of each its type's OID, its length and its bytes. A STRUCT in a record;
 * one of another schema is matched by the names of its fields.
 */
final class CompositeCodec implements Codec<Object> {
    private static final int NULL = -1;

    private final String name;
    private final List<PgType.Attribute> attributes;
    private final Codec<?>[] codecs;
    private final Schema schema;
    private final Field[] fields;

    CompositeCodec(PgType.Composite type, List<Codec<?>> codecs) {
        this(type.schema() + "." + type.name(), type.attributes(), codecs, schema(type, codecs));
    }

    private CompositeCodec(String name, List<PgType.Attribute> attributes, List<Codec<?>> codecs, Schema schema) {
        this.name = name;
        this.attributes = attributes;
        this.schema = schema;
        this.fields = schema.fields().toArray(Field[]::new);
        this.codecs = new Codec<?>[fields.length];
        for (int i = 0; i < fields.length; i++) {
            this.codecs[i] = codecs.get(i).within(fields[i].schema());
        }
    }

    private static Schema schema(PgType.Composite type, List<Codec<?>> codecs) {
        SchemaBuilder builder = SchemaBuilder.struct().name(type.schema() + "." + type.name());
        for (int i = 0; i < codecs.size(); i++) {
            PgType.Attribute attribute = type.attributes().get(i);
            builder.field(attribute.name(), FieldSchema.of(codecs.get(i).schema(), attribute));
        }
        return builder.build();
    }

    @Override
    public Codec<Object> within(Schema field) {
        return new CompositeCodec(name, attributes, List.of(codecs), field);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Object decode(FieldReader field) {
        int count = field.readInt32();
        if (count != codecs.length) {
            throw new DataException("expected " + codecs.length + " attributes of " + name + ", found " + count);
        }
        Struct struct = new Struct(schema);
        for (int i = 0; i < codecs.length; i++) {
            int oid = field.readInt32();
            if (oid != attributes.get(i).type().oid()) {
                throw new DataException("attribute " + attributes.get(i).name() + " of " + name
                        + " has another type than the catalog said");
            }
            int length = field.readInt32();
            if (length != NULL) {
                FieldReader content = field.readField(length);
                struct.put(fields[i], codecs[i].decode(content));
                content.expectEnd();
            }
        }
        return struct;
    }

    @Override
    public void encode(Object value, FieldWriter field) {
        @Nullable Object[] values = (Object[]) value;
        field.writeInt32(codecs.length);
        for (int i = 0; i < codecs.length; i++) {
            field.writeInt32(attributes.get(i).type().oid());
            write(codecs[i], values[i], field);
        }
    }

    @Override
    public Optional<Function<Object, Object>> from(Schema source) {
        if (source.type() != Schema.Type.STRUCT || source.fields().size() != codecs.length) {
            return Optional.empty();
        }
        CompositeForm[] forms = new CompositeForm[codecs.length];
        for (int i = 0; i < codecs.length; i++) {
            @Nullable Field field = source.field(attributes.get(i).name());
            Optional<CompositeForm> form = field == null ? Optional.empty() : CompositeForm.of(field, codecs[i]);
            if (form.isEmpty()) {
                return Optional.empty();
            }
            forms[i] = form.get();
        }
        return Optional.of(value -> CompositeForm.values(forms, (Struct) value));
    }

    @SuppressWarnings("unchecked")
    private static <T> void write(Codec<T> codec, @Nullable Object value, FieldWriter field) {
        if (value == null) {
            field.writeNestedNull();
            return;
        }
        int mark = field.beginNested();
        codec.encode((T) value, field);
        field.endNested(mark);
    }
}
