/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

/** Writes values of one Connect schema: decided once a schema, not once a value. Stateless. */
@FunctionalInterface
interface ValueWriter {
    /**
     * Writes a value that is not null.
     *
     * @throws org.apache.kafka.connect.errors.DataException where the value is not of the schema
     */
    void write(Object value, AvroOutput out);
}
