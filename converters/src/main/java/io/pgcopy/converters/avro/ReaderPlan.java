/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.charset.StandardCharsets;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;

/** All that is decided once for an Avro schema: its Connect schema, the reader, and the fingerprint. */
final class ReaderPlan {
    /** Of one node, with its Connect schema and reader: about 150, counted on a JVM of 64 bits. */
    private static final long NODE_BYTES = 200;

    private final SchemaId id;
    private final long fingerprint;
    private final Compiled root;
    private final int textBytes;

    private ReaderPlan(SchemaId id, long fingerprint, Compiled root, int textBytes) {
        this.textBytes = textBytes;
        this.id = id;
        this.fingerprint = fingerprint;
        this.root = root;
    }

    static ReaderPlan parse(byte[] json, SchemaId id, int maxBytes) {
        if (json.length > maxBytes) {
            throw new DataException("the Avro schema has " + json.length + " bytes, more than the " + maxBytes
                    + " that schema.max.bytes allows");
        }
        Schema avro = parseSchema(new String(json, StandardCharsets.UTF_8));
        return new ReaderPlan(id, SchemaNormalization.parsingFingerprint64(avro), compiled(avro), json.length);
    }

    private static Compiled compiled(Schema avro) {
        try {
            return ReaderCompiler.compile(avro);
        } catch (DataException e) {
            throw e;
        } catch (RuntimeException e) {
            // Avro's library looks at a default when it is asked for, and then throws anything.
            throw new DataException(
                    "the Avro schema cannot be read; one of its defaults may be of another type than its field: "
                            + Foreign.text(e.getMessage()),
                    e);
        }
    }

    static Schema parseSchema(String json) {
        try {
            // Names and defaults are the writer's business; a reader takes what it can understand.
            return new Schema.Parser(NameValidator.NO_VALIDATION)
                    .setValidateDefaults(false)
                    .parse(json);
        } catch (RuntimeException | StackOverflowError e) {
            // Hostile text reaches corners of the parser where it throws anything.
            throw new DataException("the Avro schema cannot be read: " + Foreign.text(e.getMessage()), e);
        }
    }

    SchemaAndValue read(byte[] bytes, int offset, ReadLimits limits) {
        AvroInput in = new AvroInput(bytes, offset, limits);
        Object value = root.reader().read(in);
        in.expectEnd();
        return new SchemaAndValue(root.schema(), value);
    }

    /** What the plan holds, in bytes; a short text may make a large one. */
    long weight() {
        return Math.max(textBytes, root.nodes() * NODE_BYTES);
    }

    SchemaId id() {
        return id;
    }

    /** CRC-64-AVRO of the schema's parsing form. It tells nothing of logical types and properties. */
    long fingerprint() {
        return fingerprint;
    }
}
