/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.PgType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which codec a PostgreSQL type has. Types are known by their catalog name, never by OID: an extension's
 * OIDs differ from server to server. Built once, when a plan is made; a codec that depends on the type
 * modifier gets it here.
 */
public final class CodecRegistry {
    private static final List<String> NUMBERS_OF_OBJECTS = List.of(
            "oid",
            "xid",
            "cid",
            "regclass",
            "regcollation",
            "regconfig",
            "regdictionary",
            "regnamespace",
            "regoper",
            "regoperator",
            "regproc",
            "regprocedure",
            "regrole",
            "regtype");

    /** Makes the codec of a column of one type. */
    private interface Maker {
        Codec<?> make(PgType.Scalar type, int typmod);
    }

    private final CodecOptions options;
    private final Map<String, Maker> builtIn = new HashMap<>();
    private final Map<String, Maker> extensions = new HashMap<>();

    private CodecRegistry(CodecOptions options) {
        this.options = options;
        TextRule text = TextRule.unlimited(options.nul());
        addNumbers();
        addTexts(options.nul(), text);
        addTemporals();
        addSystemTypes();
        addGeometry();
        addExtensions(text);
    }

    public static CodecRegistry of(CodecOptions options) {
        return new CodecRegistry(options);
    }

    public CodecOptions options() {
        return options;
    }

    /** The codec of a column, or nothing where no codec knows its type or a type that it is made of. */
    public Optional<Codec<?>> find(PgType type, int typmod) {
        return Optional.ofNullable(lookUp(type, typmod));
    }

    /** The text form of a type that has no codec. */
    public Codec<?> textForm() {
        return new TextCodec(LogicalTypes.TEXT_FORM, TextRule.unlimited(options.nul())::apply);
    }

    /** Names of the built-in types that have a codec of their own: of the page that documents them. */
    Set<String> builtInNames() {
        return new TreeSet<>(builtIn.keySet());
    }

    /** Names of the extensions' types that have a codec: of the same page. */
    Set<String> extensionNames() {
        return new TreeSet<>(extensions.keySet());
    }

    // The one place that tells kinds of types apart.
    private @Nullable Codec<?> lookUp(PgType type, int typmod) {
        if (type instanceof PgType.Scalar scalar) {
            return scalar(scalar, typmod);
        }
        if (type instanceof PgType.Domain domain) {
            return lookUp(domain.base(), domain.typmod());
        }
        if (type instanceof PgType.Enum labelled) {
            return new EnumCodec(labelled.labels());
        }
        if (type instanceof PgType.Array array) {
            return array(array, typmod);
        }
        if (type instanceof PgType.Range range) {
            return range(range).orElse(null);
        }
        if (type instanceof PgType.Multirange multirange) {
            return range(multirange.range()).map(MultirangeCodec::new).orElse(null);
        }
        return composite((PgType.Composite) type);
    }

    private @Nullable Codec<?> scalar(PgType.Scalar scalar, int typmod) {
        @Nullable Maker maker = (scalar.isBuiltIn() ? builtIn : extensions).get(scalar.name());
        return maker == null ? null : maker.make(scalar, typmod);
    }

    private @Nullable Codec<?> array(PgType.Array array, int typmod) {
        @Nullable Codec<?> element = lookUp(array.element(), typmod);
        if (element == null) {
            return null;
        }
        int oid = array.element().oid();
        if (options.array() == ArrayMode.STRUCT) {
            return ArrayCodec.struct(element, oid, array.element().name() + (typmod < 0 ? "" : "_" + typmod));
        }
        return ArrayCodec.list(element, oid, 1);
    }

    private Optional<RangeCodec<?>> range(PgType.Range range) {
        CodecRegistry exact = options.equals(options.exact()) ? this : of(options.exact());
        @Nullable Codec<?> subtype = exact.lookUp(range.subtype(), -1);
        return subtype == null ? Optional.empty() : RangeCodec.of(subtype);
    }

    private @Nullable Codec<?> composite(PgType.Composite composite) {
        List<Codec<?>> codecs = new ArrayList<>();
        for (PgType.Attribute attribute : composite.attributes()) {
            @Nullable Codec<?> codec = lookUp(attribute.type(), attribute.typmod());
            if (codec == null) {
                return null;
            }
            codecs.add(codec);
        }
        return new CompositeCodec(composite, codecs);
    }

    private void addNumbers() {
        add("bool", BoolCodec::new);
        add("int2", Int2Codec::new);
        add("int4", Int4Codec::new);
        add("int8", Int8Codec::new);
        add("float4", Float4Codec::new);
        add("float8", Float8Codec::new);
        add("money", MoneyCodec::new);
        byModifier(
                "numeric",
                switch (options.numeric()) {
                    case PRECISE -> NumericCodec::precise;
                    case STRING -> NumericCodec::text;
                    case DOUBLE -> NumericDoubleCodec::new;
                });
    }

    private void addTexts(NulMode nul, TextRule text) {
        add("text", () -> new TextCodec(text::apply));
        add("refcursor", () -> new TextCodec(text::apply));
        add("name", () -> new TextCodec(TextRule.name(nul)::apply));
        byModifier("varchar", typmod -> new TextCodec(TextRule.varchar(nul, typmod)::apply));
        byModifier("bpchar", typmod -> new TextCodec(TextRule.bpchar(nul, typmod)::apply));
        add("char", CharCodec::new);
        add("json", () -> new TextCodec(LogicalTypes.JSON, JsonSyntax::json));
        add("jsonb", () -> new VersionedTextCodec(new TextCodec(LogicalTypes.JSONB, JsonSyntax::jsonb)));
        add("jsonpath", () -> new VersionedTextCodec(new TextCodec(text::apply)));
        add("xml", () -> new TextCodec(LogicalTypes.XML, xml -> text.apply(XmlText.inUtf8(xml))));
        add("tsvector", TsvectorCodec::new);
        add("tsquery", TsqueryCodec::new);
    }

    private void addTemporals() {
        boolean exact = options.temporal() == TemporalMode.EXACT;
        add("date", () -> exact ? new DateCodec() : ConnectTimeCodec.date());
        byModifier("time", exact ? TimeCodec::new : ConnectTimeCodec::time);
        byModifier("timetz", TimetzCodec::new);
        byModifier("timestamp", exact ? TimestampCodec::timestamp : ConnectTimeCodec::timestamp);
        byModifier("timestamptz", exact ? TimestampCodec::timestamptz : ConnectTimeCodec::timestamptz);
        // The only one that means something else to another server.
        builtIn.put("interval", (type, typmod) -> new IntervalCodec(typmod, type.server()));
    }

    private void addSystemTypes() {
        add("bytea", ByteaCodec::new);
        add("uuid", UuidCodec::new);
        byModifier("bit", BitCodec::fixed);
        byModifier("varbit", BitCodec::varying);
        add("inet", InetCodec::inet);
        add("cidr", InetCodec::cidr);
        add("macaddr", MacaddrCodec::macaddr);
        add("macaddr8", MacaddrCodec::macaddr8);
        add("xid8", Xid8Codec::new);
        add("pg_lsn", PgLsnCodec::new);
        add("tid", TidCodec::new);
        List.of("pg_snapshot", "txid_snapshot").forEach(name -> add(name, SnapshotCodec::new));
        // Not arrays by their category, and counted from 0.
        add("int2vector", () -> ArrayCodec.list(new Int2Codec(), BuiltIn.INT2.oid(), 0));
        add("oidvector", () -> ArrayCodec.list(new OidCodec(), BuiltIn.OID.oid(), 0));
        NUMBERS_OF_OBJECTS.forEach(name -> add(name, OidCodec::new));
    }

    private void addGeometry() {
        add("point", GeometryCodec::point);
        add("line", GeometryCodec::line);
        add("lseg", GeometryCodec::lseg);
        add("box", GeometryCodec::box);
        add("circle", GeometryCodec::circle);
        add("path", PathCodec::path);
        add("polygon", PathCodec::polygon);
    }

    private void addExtensions(TextRule text) {
        extensions.put("citext", (type, typmod) -> new TextCodec(text::apply));
        extensions.put("hstore", (type, typmod) -> new HstoreCodec(text));
        List.of("ltree", "lquery", "ltxtquery")
                .forEach(name ->
                        extensions.put(name, (type, typmod) -> new VersionedTextCodec(new TextCodec(text::apply))));
        extensions.put("vector", (type, typmod) -> VectorCodec.vector(typmod));
        extensions.put("halfvec", (type, typmod) -> VectorCodec.halfvec(typmod));
        extensions.put("sparsevec", (type, typmod) -> new SparsevecCodec(typmod));
        List.of("geometry", "geography").forEach(name -> extensions.put(name, (type, typmod) -> Ewkb.codec()));
    }

    private void byModifier(String name, IntFunction<Codec<?>> codec) {
        builtIn.put(name, (type, typmod) -> codec.apply(typmod));
    }

    private void add(String name, Supplier<Codec<?>> codec) {
        Codec<?> one = codec.get();
        builtIn.put(name, (type, typmod) -> one);
    }
}
