/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.DeliveryConfig.OnRegression;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * What becomes of records at offsets that were taken before, without Kafka having been asked for them. At least
 * once follows Kafka wherever it goes. Exactly once goes by what the database has, and by the user's word.
 */
record Redelivery(boolean exactlyOnce, OnRegression onRegression) {

    /**
     * Whether such a record is left out; otherwise the partition begins anew there.
     *
     * @throws ConnectException where the user has to decide
     */
    boolean skips(HeldPartition partition, long offset) {
        if (!exactlyOnce) {
            return false;
        }
        return switch (onRegression) {
            case SKIP -> true;
            case REWRITE -> false;
            case FAIL -> throw regression(partition, offset);
        };
    }

    private static ConnectException regression(HeldPartition partition, long offset) {
        return new ConnectException("Kafka delivers offset " + offset + " of " + partition.id()
                + ", but everything before offset " + partition.position() + " was taken or is in the target database"
                + ": was the topic deleted and created anew, or the offset reset? Reset the offsets of the connector"
                + " (DELETE /connectors/…/offsets) to write from there, or set exactly.once.on.offset.regression.");
    }
}
