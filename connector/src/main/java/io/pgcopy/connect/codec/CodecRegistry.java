/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.type.PgType;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Which codec a PostgreSQL type has. Types are known by their catalog name, never by OID: an extension's
 * OIDs differ from server to server. Built once, when a plan is made; a codec that depends on the type
 * modifier gets it here.
 */
public final class CodecRegistry {
    private static final String BUILT_IN = "pg_catalog";

    private final Map<String, IntFunction<Codec<?>>> builtIn = new HashMap<>();

    private CodecRegistry(NulMode nul) {
        addNumbers();
        addTexts(nul);
        addTemporals();
        add("bool", BoolCodec::new);
        add("bytea", ByteaCodec::new);
        add("uuid", UuidCodec::new);
    }

    /** The registry with every option at its default. */
    public static CodecRegistry standard() {
        return new CodecRegistry(NulMode.FAIL);
    }

    /** The codec of a type without a type modifier. */
    public Codec<?> codecFor(PgType type) {
        return codecFor(type, -1);
    }

    /**
     * The codec of a column.
     *
     * @throws DataException where no codec knows the type
     */
    public Codec<?> codecFor(PgType type, int typmod) {
        if (type instanceof PgType.Domain domain) {
            return codecFor(domain.base(), domain.typmod());
        }
        if (type instanceof PgType.Scalar scalar && scalar.schema().equals(BUILT_IN)) {
            @Nullable IntFunction<Codec<?>> codec = builtIn.get(scalar.name());
            if (codec != null) {
                return codec.apply(typmod);
            }
        }
        throw new DataException("no codec for type " + type.schema() + "." + type.name());
    }

    /** Names of the built-in types that have a codec. */
    Set<String> names() {
        return new TreeSet<>(builtIn.keySet());
    }

    private void addNumbers() {
        add("int2", Int2Codec::new);
        add("int4", Int4Codec::new);
        add("int8", Int8Codec::new);
        add("float4", Float4Codec::new);
        add("float8", Float8Codec::new);
        builtIn.put("numeric", NumericCodec::precise);
    }

    private void addTexts(NulMode nul) {
        add("text", () -> new TextCodec(TextRule.unlimited(nul)));
        builtIn.put("varchar", typmod -> new TextCodec(TextRule.varchar(nul, typmod)));
        builtIn.put("bpchar", typmod -> new TextCodec(TextRule.bpchar(nul, typmod)));
        add("name", () -> new TextCodec(TextRule.name(nul)));
        add("json", JsonCodec::new);
        add("jsonb", JsonbCodec::new);
    }

    private void addTemporals() {
        add("date", DateCodec::new);
        builtIn.put("time", TimeCodec::new);
        builtIn.put("timetz", TimetzCodec::new);
        builtIn.put("timestamp", TimestampCodec::new);
        builtIn.put("timestamptz", TimestamptzCodec::new);
    }

    private void add(String name, Supplier<Codec<?>> codec) {
        Codec<?> one = codec.get();
        builtIn.put(name, typmod -> one);
    }
}
