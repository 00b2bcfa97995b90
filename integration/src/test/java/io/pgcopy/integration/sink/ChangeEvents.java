/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Inserts, an update, deletes and their tombstones of one table, in the envelope in which Debezium has them. */
final class ChangeEvents {
    static final String TABLE = "CREATE TABLE orders (id int8 PRIMARY KEY, placed timestamp, due date, token uuid,"
            + " detail jsonb, note text)";

    /** What the table then has, as text; {@link #EXPECTED}. */
    static final String ORDERS = "SELECT string_agg(id || ' ' || placed || ' ' || due || ' ' || token || ' ' ||"
            + " (detail ->> 'n') || ' ' || note, ', ' ORDER BY id) FROM orders";

    static final String EXPECTED = "1 2024-02-29 12:34:56.789012 2024-02-29 00000000-0000-0000-0000-000000000011 1 new,"
            + " 2 2024-02-29 12:34:56.789012 2024-02-29 00000000-0000-0000-0000-000000000012 2 updated,"
            + " 4 2024-02-29 12:34:56.789012 2024-02-29 00000000-0000-0000-0000-000000000014 4 again,"
            + " 5 2024-02-29 12:34:56.789012 2024-02-29 00000000-0000-0000-0000-000000000015 5 new";

    private static final Schema KEY = SchemaBuilder.struct()
            .name("db.public.orders.Key")
            .field("id", Schema.INT64_SCHEMA)
            .build();
    private static final Schema ROW = SchemaBuilder.struct()
            .name("db.public.orders.Value")
            .optional()
            .field("id", Schema.INT64_SCHEMA)
            .field(
                    "placed",
                    SchemaBuilder.int64()
                            .name("io.debezium.time.MicroTimestamp")
                            .optional()
                            .build())
            .field(
                    "due",
                    SchemaBuilder.int32()
                            .name("io.debezium.time.Date")
                            .optional()
                            .build())
            .field(
                    "token",
                    SchemaBuilder.string()
                            .name("io.debezium.data.Uuid")
                            .optional()
                            .build())
            .field(
                    "detail",
                    SchemaBuilder.string()
                            .name("io.debezium.data.Json")
                            .optional()
                            .build())
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final Schema EVENT = SchemaBuilder.struct()
            .name("db.public.orders.Envelope")
            .field("before", ROW)
            .field("after", ROW)
            .field(
                    "source",
                    SchemaBuilder.struct()
                            .field("version", Schema.STRING_SCHEMA)
                            .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
                            .build())
            .field("op", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
            .build();

    private ChangeEvents() {}

    static void send(Produced produced, String topic) {
        for (long id = 1; id <= 5; id++) {
            produced.send(topic, key(id), event(id == 1 ? "r" : "c", null, row(id, "new")));
        }
        produced.send(topic, key(2), event("u", row(2, "new"), row(2, "updated")));
        produced.send(topic, key(3), event("d", row(3, "new"), null)).send(topic, key(3), null);
        produced.send(topic, key(4), event("d", row(4, "new"), null)).send(topic, key(4), null);
        produced.send(topic, key(4), event("c", null, row(4, "again")));
    }

    private static Struct key(long id) {
        return new Struct(KEY).put("id", id);
    }

    private static Struct row(long id, String note) {
        return new Struct(ROW)
                .put("id", id)
                .put("placed", 1_709_210_096_789_012L)
                .put("due", 19_782)
                .put("token", "00000000-0000-0000-0000-00000000001" + id)
                .put("detail", "{\"n\": " + id + "}")
                .put("note", note);
    }

    private static Struct event(String operation, @Nullable Struct before, @Nullable Struct after) {
        Schema source = EVENT.field("source").schema();
        return new Struct(EVENT)
                .put("before", before)
                .put("after", after)
                .put("source", new Struct(source).put("version", "3.0").put("lsn", 42L))
                .put("op", operation)
                .put("ts_ms", 1_709_210_096_789L);
    }
}
