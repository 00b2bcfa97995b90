/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.DeliveryConfig.OnRegression;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Which records are to be written, by their offsets alone. At least once follows Kafka wherever it goes, but
 * for a batch that it was asked to deliver again. Exactly once goes by what the database has.
 */
record Redelivery(boolean exactlyOnce, OnRegression onRegression) {

    /** Whether a record is to be left out: it was taken before. {@code again}: its batch is delivered once more. */
    boolean leavesOut(HeldPartition partition, long offset, boolean again) {
        if (!exactlyOnce) {
            return again && partition.hasTaken(offset);
        }
        if (!partition.isBefore(offset)) {
            return partition.hasTaken(offset);
        }
        return switch (onRegression) {
            case SKIP -> true;
            case REWRITE -> {
                partition.restart(offset);
                yield false;
            }
            case FAIL -> throw regression(partition, offset);
        };
    }

    private static ConnectException regression(HeldPartition partition, long offset) {
        return new ConnectException("Kafka delivers offset " + offset + " of " + partition.id()
                + ", but the target database has everything before offset " + partition.position()
                + ": was the topic deleted and created anew, or the offset reset? Reset the offsets of the connector"
                + " (DELETE /connectors/…/offsets) to write from there, or set exactly.once.on.offset.regression.");
    }
}
