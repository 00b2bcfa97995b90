/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/** Random schemas of every kind, and random values of them. */
@SuppressWarnings("JavaUtilDate") // Connect's choice
final class RandomConnect {
    private static final String[] OWN = {
        "io.pgcopy.time.Time", "io.pgcopy.time.Timestamp", "io.pgcopy.time.Timestamptz", "com.example.Ticks"
    };
    private static final String[] TEXTS = {"io.pgcopy.data.Uuid", "io.pgcopy.data.Numeric", "io.pgcopy.data.Jsonb"};

    private final SplittableRandom random;
    private final boolean plain;
    private int structs;
    private int mostEntries = 5;
    private int keyedMaps;

    RandomConnect(long seed) {
        this(seed, false);
    }

    /**
     * What every implementation can do: names that Avro can hold, a name for every struct, no default where
     * null may stand.
     */
    RandomConnect(long seed, boolean plain) {
        this.random = new SplittableRandom(seed);
        this.plain = plain;
    }

    /** Maps of one entry at most, where the order of entries would matter. */
    RandomConnect withoutOrder() {
        mostEntries = 1;
        return this;
    }

    Schema struct(int depth) {
        SchemaBuilder builder = SchemaBuilder.struct();
        if (plain || random.nextInt(3) > 0) {
            builder.name("public." + name("table") + structs++);
        }
        int fields = random.nextInt(1, 8);
        for (int i = 0; i < fields; i++) {
            builder.field(name("f") + i, schema(depth - 1));
        }
        return decorate(builder, false).build();
    }

    Schema schema(int depth) {
        int kind = random.nextInt(depth > 0 ? 22 : 18);
        return switch (kind) {
            case 18 -> struct(depth);
            case 19 -> decorate(SchemaBuilder.array(schema(depth - 1)), false).build();
            case 20 ->
                decorate(SchemaBuilder.map(Schema.STRING_SCHEMA, schema(depth - 1)), false)
                        .build();
            case 21 -> keyedMap(depth);
            default -> decorate(scalar(kind), true).build();
        };
    }

    // Other implementations give the entries of all such maps one name, and so fail at the second.
    private Schema keyedMap(int depth) {
        if (plain && keyedMaps++ > 0) {
            return schema(0);
        }
        return decorate(SchemaBuilder.map(Schema.INT32_SCHEMA, schema(depth - 1)), false)
                .build();
    }

    private SchemaBuilder scalar(int kind) {
        return switch (kind) {
            case 0 -> SchemaBuilder.bool();
            case 1 -> SchemaBuilder.int8();
            case 2 -> SchemaBuilder.int16();
            case 3 -> SchemaBuilder.int32();
            case 4 -> SchemaBuilder.int32().name("io.pgcopy.time.Date");
            case 5, 6 -> SchemaBuilder.int64();
            case 7 -> SchemaBuilder.float32();
            case 8 -> SchemaBuilder.float64();
            case 9, 10 -> SchemaBuilder.string();
            case 11 -> SchemaBuilder.bytes();
            case 12 -> Decimal.builder(random.nextInt(10));
            case 13 -> org.apache.kafka.connect.data.Date.builder();
            case 14 -> Time.builder();
            case 15 -> Timestamp.builder();
            case 16 -> SchemaBuilder.int64().name(OWN[random.nextInt(OWN.length)]);
            default -> SchemaBuilder.string().name(TEXTS[random.nextInt(TEXTS.length)]);
        };
    }

    private SchemaBuilder decorate(SchemaBuilder builder, boolean withDefault) {
        if (random.nextBoolean()) {
            builder.optional();
        }
        if (random.nextInt(4) == 0) {
            builder.parameter("io.pgcopy.type", "type " + random.nextInt(9));
        }
        if (random.nextInt(6) == 0 && builder.version() == null) {
            builder.version(random.nextInt(5) + 1);
        }
        if (random.nextInt(6) == 0) {
            builder.doc("a word on it " + random.nextInt(100));
        }
        // byte[] defaults make equal schemas unequal, for Connect compares them by identity.
        boolean optional = builder.isOptional();
        if (withDefault && random.nextInt(4) == 0 && !isPlainBytes(builder) && !(optional && plain)) {
            builder.defaultValue(nonNull(builder));
        }
        return builder;
    }

    private static boolean isPlainBytes(Schema schema) {
        return schema.type() == Schema.Type.BYTES && schema.name() == null;
    }

    @Nullable
    Object value(Schema schema) {
        return schema.isOptional() && random.nextInt(4) == 0 ? null : nonNull(schema);
    }

    Object nonNull(Schema schema) {
        return switch (schema.type()) {
            case BOOLEAN -> random.nextBoolean();
            case INT8 -> (byte) random.nextInt();
            case INT16 -> (short) random.nextInt();
            case INT32 -> int32(schema);
            case INT64 ->
                Timestamp.LOGICAL_NAME.equals(schema.name()) ? (Object) new Date(number()) : (Object) number();
            case FLOAT32 -> (float) random.nextDouble();
            case FLOAT64 -> random.nextDouble() * 1e9;
            case STRING -> text();
            case BYTES -> Decimal.LOGICAL_NAME.equals(schema.name()) ? decimal(schema) : bytes();
            case ARRAY -> list(schema);
            case MAP -> map(schema);
            case STRUCT -> structOf(schema);
        };
    }

    private Object int32(Schema schema) {
        if (org.apache.kafka.connect.data.Date.LOGICAL_NAME.equals(schema.name())) {
            return new Date(random.nextInt(-100_000, 100_000) * 86_400_000L);
        }
        return Time.LOGICAL_NAME.equals(schema.name()) ? new Date(random.nextInt(86_400_000)) : (Object) (int) number();
    }

    private long number() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(-70, 70);
            case 1 -> random.nextInt();
            case 2 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
            default -> random.nextLong();
        };
    }

    private BigDecimal decimal(Schema schema) {
        int scale = Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD));
        return new BigDecimal(BigInteger.valueOf(random.nextLong()), scale);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(5_000) : random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    private String text() {
        int length = random.nextInt(8) == 0 ? random.nextInt(3_000) : random.nextInt(70);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(random.nextInt(30) == 0 ? 0x1F600 + random.nextInt(40) : 32 + random.nextInt(95));
        }
        return random.nextInt(3) == 0 ? text.append("äß€?").toString() : text.toString();
    }

    private List<@Nullable Object> list(Schema schema) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            list.add(value(schema.valueSchema()));
        }
        return list;
    }

    private Map<Object, @Nullable Object> map(Schema schema) {
        Map<Object, @Nullable Object> map = new HashMap<>();
        for (int i = random.nextInt(mostEntries + 1); i > 0; i--) {
            map.put(nonNull(schema.keySchema()), value(schema.valueSchema()));
        }
        return map;
    }

    private Struct structOf(Schema schema) {
        Struct struct = new Struct(schema);
        for (Field field : schema.fields()) {
            struct.put(field, value(field.schema()));
        }
        return struct;
    }

    private String name(String stem) {
        String[] odd = {"", " ", "ä", "-x", "$", "_u0041_", ".y"};
        return plain || random.nextInt(5) > 0 ? stem : stem + odd[random.nextInt(odd.length)];
    }
}
