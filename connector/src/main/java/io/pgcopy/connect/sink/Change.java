/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.WriteConfig.Envelope;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a record says of its row.
 *
 * @param row the row's fields; null for a row that is gone
 */
record Change(@Nullable Struct row) {
    private static final Change GONE = new Change(null);

    /** Takes a record's value, or what its envelope holds. */
    static Change of(SinkRecord record, Envelope envelope) {
        if (record.value() == null) {
            return GONE;
        }
        if (!(record.value() instanceof Struct value)) {
            throw new DataException(refusal(record.valueSchema()));
        }
        return envelope == Envelope.NONE ? new Change(value) : unwrap(value);
    }

    private static Change unwrap(Struct event) {
        Schema schema = event.schema();
        if (schema.field("op") == null || schema.field("after") == null) {
            throw new DataException("expected a change event of Debezium with the fields op and after; is the value"
                    + " unwrapped already? Then set envelope=none");
        }
        String operation = event.getString("op");
        return switch (operation == null ? "none" : operation) {
            case "c", "r", "u" -> after(event);
            case "d" -> GONE;
            default ->
                throw new DataException(
                        "change event of kind " + operation + " is none that a row can follow (c, r, u, d)");
        };
    }

    private static Change after(Struct event) {
        Struct after = event.getStruct("after");
        if (after == null) {
            throw new DataException("change event of Debezium has no row in its field after");
        }
        return new Change(after);
    }

    private static String refusal(@Nullable Schema schema) {
        String found = schema == null
                ? "one without a schema: use a converter that carries schemas, such as JsonConverter with"
                        + " schemas.enable=true, Avro or Protobuf"
                : "schema type " + schema.type() + ": a transformation such as HoistField makes a Struct of it";
        return "expected a value with a schema (a Struct), found " + found;
    }
}
