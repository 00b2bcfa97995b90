/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.charset.StandardCharsets;
import org.apache.avro.Schema;
import org.apache.kafka.connect.errors.DataException;

/** All that is decided once for a Connect schema: the Avro schema's text, who makes it known, and the writer. */
final class WriterPlan {
    private final byte[] json;
    private final Publisher publisher;
    private final NullableWriter writer;

    private WriterPlan(byte[] json, Publisher publisher, NullableWriter writer) {
        this.json = json;
        this.publisher = publisher;
        this.writer = writer;
    }

    static WriterPlan of(
            org.apache.kafka.connect.data.Schema connect, AvroMapping mapping, SchemaStore store, int maxBytes) {
        Schema avro = AvroSchemas.of(connect, mapping);
        byte[] json = avro.toString().getBytes(StandardCharsets.UTF_8);
        if (json.length > maxBytes) {
            throw new DataException("the record's Avro schema has " + json.length + " bytes, more than the " + maxBytes
                    + " that schema.max.bytes allows, which a reader's setting must allow too; raise it on both sides");
        }
        return new WriterPlan(json, store.publisher(connect, avro, json), new WriterCompiler(mapping).compile(connect));
    }

    int schemaBytes() {
        return json.length;
    }

    Publisher publisher() {
        return publisher;
    }

    NullableWriter writer() {
        return writer;
    }
}
