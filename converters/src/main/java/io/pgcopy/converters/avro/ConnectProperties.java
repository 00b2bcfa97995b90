/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an Avro schema that keep what Avro has no word for, by the names that Confluent's
 * and Apicurio's converters read and write too, and the logical types that both worlds know.
 */
final class ConnectProperties {
    static final String NAME = "connect.name";
    static final String VERSION = "connect.version";
    static final String DOC = "connect.doc";
    static final String PARAMETERS = "connect.parameters";
    static final String DEFAULT = "connect.default";
    static final String TYPE = "connect.type";
    static final String INTERNAL_TYPE = "connect.internal.type";
    static final String MAP_ENTRY = "MapEntry";
    static final String KEY_FIELD = "key";
    static final String VALUE_FIELD = "value";

    /** Says that a record's name was made up, because its Connect schema has none. */
    static final String UNNAMED = "io.pgcopy.unnamed";

    static final String DEFAULT_NAMESPACE = "io.confluent.connect.avro";
    static final String DEFAULT_NAME = "ConnectDefault";
    static final String UNION = DEFAULT_NAMESPACE + ".Union";

    /** A Connect logical type and its Avro one. */
    record Logical(Schema.Type type, String connectName, String avroName) {}

    private static final Map<String, Logical> BY_CONNECT_NAME = Map.of(
            Date.LOGICAL_NAME,
            new Logical(Schema.Type.INT32, Date.LOGICAL_NAME, "date"),
            Time.LOGICAL_NAME,
            new Logical(Schema.Type.INT32, Time.LOGICAL_NAME, "time-millis"),
            Timestamp.LOGICAL_NAME,
            new Logical(Schema.Type.INT64, Timestamp.LOGICAL_NAME, "timestamp-millis"),
            "io.pgcopy.time.Time",
            new Logical(Schema.Type.INT64, "io.pgcopy.time.Time", "time-micros"),
            "io.pgcopy.time.Timestamp",
            new Logical(Schema.Type.INT64, "io.pgcopy.time.Timestamp", "local-timestamp-micros"),
            "io.pgcopy.time.Timestamptz",
            new Logical(Schema.Type.INT64, "io.pgcopy.time.Timestamptz", "timestamp-micros"),
            "io.pgcopy.data.Uuid",
            new Logical(Schema.Type.STRING, "io.pgcopy.data.Uuid", "uuid"));

    private ConnectProperties() {}

    /** The Avro logical type of a Connect schema's name; null where there is none. */
    static @Nullable String avroLogicalType(Schema.Type type, String connectName) {
        Logical logical = BY_CONNECT_NAME.get(connectName);
        return logical != null && logical.type() == type ? logical.avroName() : null;
    }

    /** The Connect name of an Avro logical type; null where there is none. */
    static @Nullable String connectName(Schema.Type type, String avroLogicalType) {
        for (Logical logical : BY_CONNECT_NAME.values()) {
            if (logical.type() == type && logical.avroName().equals(avroLogicalType)) {
                return logical.connectName();
            }
        }
        return null;
    }

    /** Whether a name is one of Connect's own logical types, which are always of version 1. */
    static boolean isConnectLogical(String name) {
        return name.equals(Decimal.LOGICAL_NAME)
                || name.equals(Date.LOGICAL_NAME)
                || name.equals(Time.LOGICAL_NAME)
                || name.equals(Timestamp.LOGICAL_NAME);
    }
}
