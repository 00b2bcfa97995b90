/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.jspecify.annotations.Nullable;

/** Reads values of one Avro schema: decided once a schema, not once a value. Stateless. */
@FunctionalInterface
interface ValueReader {
    /**
     * The next value as the Connect schema demands it; null only for the null branch of a union.
     *
     * @throws org.apache.kafka.connect.errors.DataException where the bytes are not of the schema
     */
    @Nullable
    Object read(AvroInput in);
}
