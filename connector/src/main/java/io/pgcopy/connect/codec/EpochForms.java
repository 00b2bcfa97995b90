/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldWriter;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * What {@code timestamp} and {@code timestamptz} share: microseconds, and the Connect and Debezium forms that
 * count from 1970 in UTC. Those name an instant; a column without a zone takes its UTC clock.
 */
final class EpochForms {
    private EpochForms() {}

    static AllowList.Builder<Long> addTo(AllowList.Builder<Long> allowed) {
        return allowed.named(
                        Schema.Type.INT64,
                        LogicalTypes.CONNECT_TIMESTAMP,
                        date -> SubSecond.microsOfMillis(SubSecond.connectMillis(date)))
                .named(
                        Schema.Type.INT64,
                        LogicalTypes.DEBEZIUM_TIMESTAMP,
                        millis -> SubSecond.microsOfMillis((Long) millis))
                .named(Schema.Type.INT64, LogicalTypes.DEBEZIUM_MICRO_TIMESTAMP, micros -> finite((Long) micros))
                .named(
                        Schema.Type.INT64,
                        LogicalTypes.DEBEZIUM_NANO_TIMESTAMP,
                        nanos -> SubSecond.microsOfNanos((Long) nanos));
    }

    static void write(long micros, SubSecond precision, FieldWriter field) {
        if (!PgEpoch.isInfinite(micros)) {
            precision.check(micros);
        }
        field.writeInt64(PgEpoch.pgMicros(micros));
    }

    // Only our own form gives the ends of the range a meaning.
    private static Long finite(Long micros) {
        if (PgEpoch.isInfinite(micros)) {
            throw new DataException("timestamp is out of range");
        }
        return micros;
    }
}
