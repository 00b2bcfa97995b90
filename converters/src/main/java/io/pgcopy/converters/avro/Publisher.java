/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Makes one schema known to the readers of a topic. */
interface Publisher {
    /**
     * Makes the schema known and gives the bytes that stand before the value.
     *
     * @param headers the record's, or null where the caller has none
     */
    byte[] publish(String topic, @Nullable Headers headers);
}
