/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * The schema travels with each record, in a header; a second header holds its {@link SchemaId}, by which a
 * reader finds it again without parsing. The value is Avro's single-object encoding, whose fingerprint
 * tells whether value and header belong together; it cannot stand for the schema, since logical types and
 * properties do not count in it.
 */
final class EmbeddedStore implements SchemaStore {
    static final byte MAGIC_0 = (byte) 0xC3;
    static final byte MAGIC_1 = 0x01;

    private static final VarHandle INT64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int PREFIX = 10;

    private final String schemaHeader;
    private final String idHeader;
    private final boolean compressed;
    private final int maxSchemaBytes;
    private final PlanCache<SchemaId, ReaderPlan> plans;
    // Most records have the header of the one before.
    private byte[] lastHeader = {};
    private @Nullable ReaderPlan last;

    EmbeddedStore(boolean isKey, boolean compressed, int maxSchemaBytes, int mostPlans) {
        this.schemaHeader = isKey ? "avro.key.schema" : "avro.value.schema";
        this.idHeader = schemaHeader + ".id";
        this.compressed = compressed;
        this.maxSchemaBytes = maxSchemaBytes;
        this.plans = new PlanCache<>(mostPlans);
    }

    @Override
    public Publisher publisher(org.apache.kafka.connect.data.Schema connect, Schema avro, byte[] json) {
        byte[] id = SchemaId.of(json).bytes();
        byte[] header = compressed ? SchemaHeader.compressed(json) : json;
        byte[] prefix = ByteBuffer.allocate(PREFIX)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC_0)
                .put(MAGIC_1)
                .putLong(SchemaNormalization.parsingFingerprint64(avro))
                .array();
        return (topic, headers) -> {
            if (headers == null) {
                throw new DataException("schema.store=embedded puts the schema into a record header, and the caller of"
                        + " this converter has no headers; set schema.store=registry");
            }
            // A record that comes from another topic may bear that one's.
            headers.remove(schemaHeader).add(schemaHeader, header);
            headers.remove(idHeader).add(idHeader, id);
            return prefix;
        };
    }

    @Override
    public ReaderPlan plan(@Nullable Headers headers, byte[] payload) {
        byte[] header = headers == null ? null : value(headers, schemaHeader);
        byte[] id = headers == null ? null : value(headers, idHeader);
        ReaderPlan plan = plan(header, id);
        if (payload.length < PREFIX) {
            throw new DataException("expected a record of at least " + PREFIX + " bytes, found " + payload.length);
        }
        if ((long) INT64.get(payload, 2) != plan.fingerprint()) {
            throw new DataException("the record's header " + schemaHeader + " holds the schema of another record");
        }
        return plan;
    }

    @Override
    public int prefixLength() {
        return PREFIX;
    }

    private ReaderPlan plan(byte @Nullable [] header, byte @Nullable [] id) {
        if (header == null) {
            ReaderPlan known = id == null ? null : plans.find(SchemaId.parse(id));
            if (known == null) {
                throw new DataException("the record has no header " + schemaHeader + ", which holds its schema; if"
                        + " something between writer and reader drops headers, write with schema.store=registry");
            }
            return known;
        }
        ReaderPlan recent = last;
        if (recent == null || !Arrays.equals(lastHeader, header)) {
            recent = planOf(header);
            last = recent;
            lastHeader = header;
        }
        if (id != null && !recent.id().equals(SchemaId.parse(id))) {
            throw new DataException("the record's header " + idHeader + " does not belong to its " + schemaHeader);
        }
        return recent;
    }

    private ReaderPlan planOf(byte[] header) {
        byte[] json = SchemaHeader.text(header, maxSchemaBytes);
        SchemaId id = SchemaId.of(json);
        ReaderPlan plan = plans.find(id);
        if (plan == null) {
            plan = ReaderPlan.parse(json, id, maxSchemaBytes);
            plans.keep(id, plan, plan.weight());
        }
        return plan;
    }

    private static byte @Nullable [] value(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null ? null : header.value();
    }
}
