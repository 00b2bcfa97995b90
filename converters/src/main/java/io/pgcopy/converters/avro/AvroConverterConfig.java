/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.Locale;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ValidString;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;
import static org.apache.kafka.common.config.ConfigDef.Width.SHORT;

/** How Connect data becomes Avro: the keys, their definition and their parsed form. */
record AvroConverterConfig(
        boolean registryStore,
        boolean compressedHeader,
        AvroMapping mapping,
        ReadLimits reading,
        int mostSchemas,
        int schemaMaxBytes) {
    static final String SCHEMA_STORE = "schema.store";
    static final String SCHEMA_HEADER = "schema.header";
    static final String NAMES = "names";
    static final String CONNECT_META_DATA = "connect.meta.data";
    static final String IGNORE_DEFAULT = "ignore.default.for.nullables";
    static final String OPTIONAL_MAP_KEYS = "allow.optional.map.keys";
    static final String NAMESPACE = "avro.namespace";
    static final String SCHEMAS_CACHE = "schemas.cache.config";
    static final String SCHEMA_MAX_BYTES = "schema.max.bytes";
    static final String BYTES_VIEWS = "bytes.views";
    static final String ELEMENTS_MAX_BYTES = "elements.max.bytes";
    private static final String GROUP = "Avro";

    static ConfigDef definition() {
        return RegistryRetries.define(RegistryAccess.define(RegistryConfig.define(define(new ConfigDef()))));
    }

    private static ConfigDef define(ConfigDef def) {
        return defineNulls(def.define(
                        SCHEMA_STORE,
                        STRING,
                        "embedded",
                        ValidString.in("embedded", "registry"),
                        HIGH,
                        "Where the schema of a written record goes: embedded (into a header of the record; needs"
                                + " nothing else) or registry (into a schema registry). Both are read, whatever is set.",
                        GROUP,
                        1,
                        SHORT,
                        "Schema store")
                .define(
                        NAMES,
                        STRING,
                        "escape",
                        ValidString.in("escape", "scrub", "strict"),
                        MEDIUM,
                        "What becomes of names that Avro cannot hold: escape (reversible: order-date becomes"
                                + " order_u002d_date and comes back as order-date), scrub (each such character becomes"
                                + " an underscore, for good), strict (an error).",
                        GROUP,
                        2,
                        SHORT,
                        "Names")
                .define(
                        CONNECT_META_DATA,
                        BOOLEAN,
                        true,
                        LOW,
                        "Whether what Avro has no word for (logical names, parameters, versions, 8- and 16-bit"
                                + " integers) is kept in properties of the schema.",
                        GROUP,
                        3,
                        SHORT,
                        "Keep Connect's metadata"));
    }

    private static ConfigDef defineNulls(ConfigDef def) {
        return defineLimits(def.define(
                        IGNORE_DEFAULT,
                        BOOLEAN,
                        true,
                        LOW,
                        "Whether a null of an optional field with a default stays null. If false it becomes the"
                                + " default, and cannot be told from it afterwards.",
                        GROUP,
                        4,
                        SHORT,
                        "Null stays null")
                .define(
                        OPTIONAL_MAP_KEYS,
                        BOOLEAN,
                        false,
                        LOW,
                        "Whether a map with optional string keys becomes an Avro map, which cannot hold a null key,"
                                + " and not an array of entries.",
                        GROUP,
                        5,
                        SHORT,
                        "Maps with optional keys as maps")
                .define(
                        NAMESPACE,
                        STRING,
                        ConnectProperties.DEFAULT_NAMESPACE,
                        LOW,
                        "The Avro namespace of structs that have no name.",
                        GROUP,
                        6,
                        SHORT,
                        "Namespace"));
    }

    private static ConfigDef defineLimits(ConfigDef def) {
        return defineForms(def.define(
                        SCHEMAS_CACHE,
                        INT,
                        1_000,
                        atLeast(1),
                        LOW,
                        "How many schemas are remembered, each way.",
                        GROUP,
                        7,
                        SHORT,
                        "Schemas remembered")
                .define(
                        SCHEMA_MAX_BYTES,
                        INT,
                        1 << 20,
                        atLeast(1_024),
                        LOW,
                        "A schema text larger than this is refused, on writing as on reading.",
                        GROUP,
                        8,
                        SHORT,
                        "Largest schema"));
    }

    private static ConfigDef defineForms(ConfigDef def) {
        return def.define(
                        SCHEMA_HEADER,
                        STRING,
                        "compressed",
                        ValidString.in("compressed", "plain"),
                        LOW,
                        "How schema.store=embedded writes the schema into the header: compressed (a zlib stream, where that"
                                + " is shorter) or plain (JSON, for consumers that expect it). Both are read, whatever"
                                + " is set.",
                        GROUP,
                        9,
                        SHORT,
                        "Form of the schema header")
                .define(
                        BYTES_VIEWS,
                        BOOLEAN,
                        false,
                        LOW,
                        "Whether bytes from 4 KiB on are read as views of the record (a ByteBuffer) and not copied. For"
                                + " sinks that read a ByteBuffer from its position to its limit, as PgCopySink does; one"
                                + " that takes all of its array takes wrong bytes.",
                        GROUP,
                        10,
                        SHORT,
                        "Large bytes as views")
                .define(
                        ELEMENTS_MAX_BYTES,
                        INT,
                        64 << 20,
                        atLeast(1_024),
                        LOW,
                        "Heap that the elements of one record's arrays and maps may take when it is read, beside the"
                                + " bytes of their texts and blobs; about 50 bytes a text, 30 a number, 8 a boolean. A"
                                + " record of more is refused: few bytes, compressed, can stand for very many.",
                        GROUP,
                        11,
                        SHORT,
                        "Elements of a record");
    }

    static AvroConverterConfig from(AbstractConfig config) {
        AvroMapping mapping = new AvroMapping(
                AvroNames.valueOf(config.getString(NAMES).toUpperCase(Locale.ROOT)),
                config.getBoolean(CONNECT_META_DATA),
                config.getBoolean(IGNORE_DEFAULT),
                config.getBoolean(OPTIONAL_MAP_KEYS),
                config.getString(NAMESPACE));
        return new AvroConverterConfig(
                config.getString(SCHEMA_STORE).equals("registry"),
                config.getString(SCHEMA_HEADER).equals("compressed"),
                mapping,
                new ReadLimits(config.getBoolean(BYTES_VIEWS), config.getInt(ELEMENTS_MAX_BYTES)),
                config.getInt(SCHEMAS_CACHE),
                config.getInt(SCHEMA_MAX_BYTES));
    }
}
