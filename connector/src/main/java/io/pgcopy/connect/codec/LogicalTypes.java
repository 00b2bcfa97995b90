/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.Set;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * Names that say what a Connect value means: our own, a public contract that records in topics rely on,
 * and those of others that the sink understands.
 */
public final class LogicalTypes {
    /** Schema parameter of a column's field: {@code format_type} of the column, {@code numeric(12,2)}. */
    public static final String PG_TYPE = "io.pgcopy.type";
    /** Schema parameter of a field whose column is of a domain: the type that the domain is made of. */
    public static final String PG_BASE_TYPE = "io.pgcopy.type.base";
    /** Schema parameters of a record: where its row comes from. */
    public static final String PG_SCHEMA = "io.pgcopy.schema";

    public static final String PG_TABLE = "io.pgcopy.table";

    /** INT32, days since 1970-01-01; the ends of the range are the infinities. */
    public static final String DATE = "io.pgcopy.time.Date";
    /** INT64, microseconds since midnight, up to and with 24:00. */
    public static final String TIME = "io.pgcopy.time.Time";
    /** STRING, ISO 8601 time with its offset, up to and with 24:00. */
    public static final String TIMETZ = "io.pgcopy.time.Timetz";
    /** INT64, microseconds since 1970-01-01 00:00 of no zone; the ends of the range are the infinities. */
    public static final String TIMESTAMP = "io.pgcopy.time.Timestamp";
    /** INT64, microseconds since 1970-01-01 00:00 UTC; the ends of the range are the infinities. */
    public static final String TIMESTAMPTZ = "io.pgcopy.time.Timestamptz";
    /** STRING, all digits of a numeric, or NaN, Infinity, -Infinity. */
    public static final String NUMERIC = "io.pgcopy.data.Numeric";
    /** STRING, 36 characters in lower case. */
    public static final String UUID = "io.pgcopy.data.Uuid";
    /** STRING, JSON text as it was written. */
    public static final String JSON = "io.pgcopy.data.Json";
    /** STRING, JSON text as the server normalises it. */
    public static final String JSONB = "io.pgcopy.data.Jsonb";

    /** STRING, ISO 8601 with a sign for each part: {@code P1M-2DT0.000003S}. */
    public static final String INTERVAL = "io.pgcopy.time.Interval";
    /** INT64, in the smallest unit of the database's lc_monetary. */
    public static final String MONEY = "io.pgcopy.data.Money";
    /** STRING of 0 and 1, as many as there are bits. */
    public static final String BITS = "io.pgcopy.data.Bits";
    /** STRING, an XML document or a part of one. */
    public static final String XML = "io.pgcopy.data.Xml";
    /** STRING, one label of an enum; the parameter {@link #ENUM_LABELS} tells all. */
    public static final String ENUM = "io.pgcopy.data.Enum";
    /** Schema parameter of an enum: its labels in order, commas between, comma and backslash escaped by a backslash. */
    public static final String ENUM_LABELS = "io.pgcopy.enum.labels";
    /** STRING, a range in PostgreSQL's text form: {@code [1,10)}, {@code empty}. */
    public static final String RANGE = "io.pgcopy.data.Range";
    /** STRING, a multirange in PostgreSQL's text form: <code>{[1,3),[5,9)}</code>. */
    public static final String MULTIRANGE = "io.pgcopy.data.Multirange";
    /** STRUCT of dimensions, lower bounds and elements, for arrays that are no plain list. */
    public static final String ARRAY = "io.pgcopy.data.Array";
    /** MAP of text to text or null. */
    public static final String HSTORE = "io.pgcopy.data.Hstore";
    /** BYTES, a geometry in PostGIS's extended well-known binary. */
    public static final String EWKB = "io.pgcopy.data.Ewkb";

    /** STRING, what the server writes for a value whose type has no codec here. */
    public static final String TEXT_FORM = "io.pgcopy.data.Text";

    static final String CONNECT_DECIMAL = Decimal.LOGICAL_NAME;
    static final String CONNECT_DATE = Date.LOGICAL_NAME;
    static final String CONNECT_TIME = Time.LOGICAL_NAME;
    static final String CONNECT_TIMESTAMP = Timestamp.LOGICAL_NAME;
    static final String CONNECT_PRECISION = "connect.decimal.precision";

    static final String DEBEZIUM_DATE = "io.debezium.time.Date";
    static final String DEBEZIUM_TIME = "io.debezium.time.Time";
    static final String DEBEZIUM_MICRO_TIME = "io.debezium.time.MicroTime";
    static final String DEBEZIUM_NANO_TIME = "io.debezium.time.NanoTime";
    static final String DEBEZIUM_TIMESTAMP = "io.debezium.time.Timestamp";
    static final String DEBEZIUM_MICRO_TIMESTAMP = "io.debezium.time.MicroTimestamp";
    static final String DEBEZIUM_NANO_TIMESTAMP = "io.debezium.time.NanoTimestamp";
    static final String DEBEZIUM_ISO_TIMESTAMP = "io.debezium.time.IsoTimestamp";
    static final String DEBEZIUM_YEAR = "io.debezium.time.Year";
    static final String DEBEZIUM_VARIABLE_SCALE = "io.debezium.data.VariableScaleDecimal";

    static final String DEBEZIUM_MICRO_DURATION = "io.debezium.time.MicroDuration";
    static final String DEBEZIUM_BITS = "io.debezium.data.Bits";
    static final String DEBEZIUM_GEOMETRY = "io.debezium.data.geometry.Geometry";
    static final String DEBEZIUM_GEOGRAPHY = "io.debezium.data.geometry.Geography";
    static final String DEBEZIUM_POINT = "io.debezium.data.geometry.Point";

    private static final Set<String> CONNECT = Set.of(CONNECT_DECIMAL, CONNECT_DATE, CONNECT_TIME, CONNECT_TIMESTAMP);

    private LogicalTypes() {}

    /**
     * Whether the schema's name gives its values a meaning of their own, so that a column that does not
     * know the name must not take them as plain numbers or bytes. Text stays text under any name.
     */
    static boolean hasOwnMeaning(Schema schema) {
        @Nullable String name = schema.name();
        if (name == null || schema.type() == Schema.Type.STRING || name.equals(DEBEZIUM_YEAR)) {
            return false;
        }
        return CONNECT.contains(name) || name.startsWith("io.debezium.") || name.startsWith("io.pgcopy.");
    }

    /** Whether the schema is our STRUCT of an array; its name ends in the element type. */
    static boolean isArrayStruct(Schema schema) {
        @Nullable String name = schema.name();
        return name != null && name.startsWith(ARRAY + ".");
    }
}
