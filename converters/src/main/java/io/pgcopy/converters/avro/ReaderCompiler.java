/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/**
 * Makes the Connect schema of an Avro schema together with the reader of its values. A schema may come
 * from anybody: its depth and size are bounded, and one that holds itself is refused, for Connect has no
 * form for it.
 */
final class ReaderCompiler {
    private static final int MAX_DEPTH = 64;
    private static final long MAX_NODES = 100_000;

    private final IdentityHashMap<Schema, Map<SchemaNote, Compiled>> records = new IdentityHashMap<>();
    private final Set<String> open = new HashSet<>();
    private int depth;
    private long compiled;

    private ReaderCompiler() {}

    static Compiled compile(Schema avro) {
        return new ReaderCompiler().compile(avro, SchemaNote.NONE);
    }

    private Compiled compile(Schema avro, SchemaNote note) {
        if (++depth > MAX_DEPTH) {
            throw new DataException("the Avro schema is nested more than " + MAX_DEPTH + " deep");
        }
        expectFew(++compiled);
        Compiled made = avro.getType() == Schema.Type.UNION ? union(avro, note) : single(avro, note);
        expectFew(made.nodes());
        depth--;
        return made;
    }

    private Compiled single(Schema avro, SchemaNote note) {
        return switch (avro.getType()) {
            case RECORD -> record(avro, note);
            case ARRAY -> isEntry(avro.getElementType()) ? entries(avro, note) : array(avro, note);
            case MAP -> map(avro, note);
            case UNION -> throw new DataException("the Avro schema has a union directly inside a union");
            default -> ScalarReaders.of(avro, note);
        };
    }

    private Compiled array(Schema avro, SchemaNote note) {
        Compiled elements = compile(avro.getElementType(), SchemaNote.NONE);
        SchemaBuilder schema = SchemaBuilder.array(elements.schema());
        return container(
                ConnectSchemas.finish(schema, avro, note),
                new ArrayReader(elements.reader(), HeapBytes.REFERENCE + elements.heapBytes()),
                elements.nodes());
    }

    private Compiled map(Schema avro, SchemaNote note) {
        Compiled values = compile(avro.getValueType(), SchemaNote.NONE);
        SchemaBuilder schema = SchemaBuilder.map(org.apache.kafka.connect.data.Schema.STRING_SCHEMA, values.schema());
        long keyBytes = HeapBytes.of(org.apache.kafka.connect.data.Schema.STRING_SCHEMA);
        return container(
                ConnectSchemas.finish(schema, avro, note),
                new MapReader(
                        AvroInput::readString, values.reader(), HeapBytes.ENTRY + keyBytes + values.heapBytes(), false),
                values.nodes());
    }

    private Compiled entries(Schema avro, SchemaNote note) {
        Schema entry = avro.getElementType();
        Compiled keys = compile(entry.getField(ConnectProperties.KEY_FIELD).schema(), SchemaNote.NONE);
        Compiled values = compile(entry.getField(ConnectProperties.VALUE_FIELD).schema(), SchemaNote.NONE);
        SchemaBuilder schema = SchemaBuilder.map(keys.schema(), values.schema());
        return container(
                ConnectSchemas.finish(schema, avro, note),
                new MapReader(
                        keys.reader(),
                        values.reader(),
                        HeapBytes.ENTRY + keys.heapBytes() + values.heapBytes(),
                        !keys.schema().type().isPrimitive()),
                keys.nodes() + values.nodes());
    }

    private static Compiled container(
            org.apache.kafka.connect.data.Schema schema, ValueReader reader, long nodesWithin) {
        return new Compiled(schema, reader, nodesWithin + 1, HeapBytes.of(schema));
    }

    // The key must come first, for that is the order of the bytes.
    private static boolean isEntry(Schema element) {
        return element.getType() == Schema.Type.RECORD
                && (ConnectProperties.MAP_ENTRY.equals(element.getProp(ConnectProperties.INTERNAL_TYPE))
                        || (ConnectProperties.DEFAULT_NAMESPACE + "." + ConnectProperties.MAP_ENTRY)
                                .equals(element.getFullName()))
                && element.getFields().size() == 2
                && element.getFields().get(0).name().equals(ConnectProperties.KEY_FIELD)
                && element.getFields().get(1).name().equals(ConnectProperties.VALUE_FIELD);
    }

    private Compiled record(Schema avro, SchemaNote note) {
        SchemaNote place = new SchemaNote(note.optional(), null, note.doc());
        Map<SchemaNote, Compiled> known = records.computeIfAbsent(avro, schema -> new HashMap<>());
        Compiled made = known.get(place);
        if (made == null) {
            if (!open.add(avro.getFullName())) {
                throw new DataException("the Avro schema is recursive: " + avro.getFullName()
                        + " holds itself; Connect has no form for it");
            }
            made = newRecord(avro, place);
            open.remove(avro.getFullName());
            known.put(place, made);
        }
        return made;
    }

    private Compiled newRecord(Schema avro, SchemaNote note) {
        SchemaBuilder builder = SchemaBuilder.struct();
        List<ValueReader> readers = new ArrayList<>();
        long nodes = 1;
        long heapBytes = 0;
        for (Schema.Field field : avro.getFields()) {
            Object fallback = field.defaultVal();
            Compiled made = compile(
                    field.schema(),
                    new SchemaNote(false, fallback == JsonProperties.NULL_VALUE ? null : fallback, field.doc()));
            builder.field(ConnectSchemas.originalName(field), made.schema());
            readers.add(made.reader());
            nodes += made.nodes();
            expectFew(nodes);
            heapBytes += made.heapBytes();
        }
        org.apache.kafka.connect.data.Schema schema = ConnectSchemas.finish(builder, avro, note);
        Field[] fields = schema.fields().toArray(Field[]::new);
        return new Compiled(
                schema,
                new StructReader(schema, fields, readers.toArray(ValueReader[]::new)),
                nodes,
                HeapBytes.ofStruct(fields.length, heapBytes));
    }

    private Compiled union(Schema avro, SchemaNote note) {
        List<Schema> branches = new ArrayList<>(avro.getTypes());
        branches.removeIf(branch -> branch.getType() == Schema.Type.NULL);
        if (branches.isEmpty()) {
            throw new DataException(
                    "the Avro schema has a place where only null may stand; Connect has no form for it");
        }
        boolean optional = branches.size() < avro.getTypes().size();
        SchemaNote place = optional ? note.asOptional() : note;
        if (branches.size() > 1) {
            return choice(avro, branches, place);
        }
        Compiled branch = single(branches.get(0), place);
        ValueReader[] readers = new ValueReader[avro.getTypes().size()];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = avro.getTypes().get(i).getType() == Schema.Type.NULL ? in -> null : branch.reader();
        }
        return new Compiled(branch.schema(), new UnionReader(readers), branch.nodes(), branch.heapBytes());
    }

    /** A union of several types: a struct with a field for each, of which one is set. */
    private Compiled choice(Schema avro, List<Schema> branches, SchemaNote note) {
        SchemaBuilder builder = SchemaBuilder.struct().name(ConnectProperties.UNION);
        List<Compiled> members = new ArrayList<>();
        long nodes = 1;
        long heapBytes = 0;
        for (Schema branch : branches) {
            Compiled member = single(branch, SchemaNote.NONE.asOptional());
            String name = ConnectSchemas.branchName(branch);
            builder.field(builder.field(name) == null ? name : branch.getFullName(), member.schema());
            members.add(member);
            nodes += member.nodes();
            heapBytes = Math.max(heapBytes, member.heapBytes());
        }
        org.apache.kafka.connect.data.Schema schema = (note.optional() ? builder.optional() : builder).build();
        ValueReader[] readers = new ValueReader[avro.getTypes().size()];
        int member = 0;
        for (int i = 0; i < readers.length; i++) {
            boolean absent = avro.getTypes().get(i).getType() == Schema.Type.NULL;
            readers[i] = absent
                    ? in -> null
                    : new ChoiceReader(
                            schema,
                            schema.fields().get(member),
                            members.get(member++).reader());
        }
        return new Compiled(schema, new UnionReader(readers), nodes, HeapBytes.ofStruct(members.size(), heapBytes));
    }

    private static void expectFew(long nodes) {
        if (nodes > MAX_NODES) {
            throw new DataException("the Avro schema has more than " + MAX_NODES + " fields and types in all");
        }
    }
}
