/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.avro.Schema;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Where a writer leaves its schema, so that a reader can find it. */
interface SchemaStore {
    /** What makes one schema known, kept as long as the schema's plan. */
    Publisher publisher(org.apache.kafka.connect.data.Schema connect, Schema avro, byte[] json);

    /**
     * How to read a value that begins as this store's values do.
     *
     * @param headers the record's, or null where the caller has none
     */
    ReaderPlan plan(@Nullable Headers headers, byte[] payload);

    /** How many bytes stand before the value. */
    int prefixLength();
}
