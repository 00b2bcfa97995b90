/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** Schemas in a registry: a value begins with a zero and its schema's id, four bytes in network order. */
final class RegistryStore implements SchemaStore {
    static final byte MAGIC = 0;
    private static final int PREFIX = 5;
    /** How long an id that the registry does not have is not asked for again. */
    private static final long UNKNOWN_FOR = Duration.ofSeconds(5).toNanos();
    /** How long, after one such id was waited for, others are not: a topic may have many. */
    private static final long HASTE_FOR = Duration.ofSeconds(60).toNanos();

    private final RegistryClient client;
    private final RegistryConfig config;
    private final boolean isKey;
    private final int maxSchemaBytes;
    private final PlanCache<Integer, ReaderPlan> plans;
    private final PlanCache<Integer, Long> unknown;
    private final LongSupplier clock;
    private @Nullable Long hasteSince;

    RegistryStore(RegistryClient client, RegistryConfig config, boolean isKey, AvroConverterConfig limits) {
        this(client, config, isKey, limits, System::nanoTime);
    }

    RegistryStore(
            RegistryClient client,
            RegistryConfig config,
            boolean isKey,
            AvroConverterConfig limits,
            LongSupplier clock) {
        this.client = client;
        this.config = config;
        this.isKey = isKey;
        this.maxSchemaBytes = limits.schemaMaxBytes();
        this.plans = new PlanCache<>(limits.mostSchemas());
        this.unknown = new PlanCache<>(limits.mostSchemas());
        this.clock = clock;
    }

    @Override
    public Publisher publisher(org.apache.kafka.connect.data.Schema connect, Schema avro, byte[] json) {
        Map<String, byte[]> prefixes = new HashMap<>();
        return (topic, headers) -> {
            byte[] prefix = prefixes.get(topic);
            if (prefix == null) {
                prefix = prefix(idOf(config.subjects(isKey).subject(topic, isKey, avro), avro, json));
                prefixes.put(topic, prefix);
            }
            return prefix;
        };
    }

    @Override
    public ReaderPlan plan(@Nullable Headers headers, byte[] payload) {
        if (payload.length < PREFIX) {
            throw new DataException("expected a schema id of 4 bytes behind the first, found " + (payload.length - 1));
        }
        int id = ByteBuffer.wrap(payload).getInt(1);
        ReaderPlan plan = plans.find(id);
        return plan != null ? plan : fetched(id);
    }

    @Override
    public int prefixLength() {
        return PREFIX;
    }

    private int idOf(String subject, Schema avro, byte[] json) {
        String text = new String(json, StandardCharsets.UTF_8);
        try {
            if (config.autoRegister()) {
                return client.register(subject, text);
            }
            return config.useLatest() ? latest(subject, avro) : client.find(subject, text);
        } catch (DataException e) {
            // What is wrong with a subject is so for every record: none may be skipped for it.
            throw new RetriableException("the schemas under the subject " + subject + ": " + e.getMessage(), e);
        }
    }

    // The bytes are written by our own schema; they may bear another's id only if it reads them alike.
    private int latest(String subject, Schema avro) {
        RegistryClient.Registered latest = client.latest(subject);
        Schema registered = ReaderPlan.parseSchema(latest.schema());
        if (!SchemaNormalization.toParsingForm(registered).equals(SchemaNormalization.toParsingForm(avro))) {
            throw new RetriableException("the latest schema under the subject " + subject + " (id " + latest.id()
                    + ") differs in fields or types from the record's; register the record's, or set "
                    + RegistryConfig.USE_LATEST + "=false");
        }
        return latest.id();
    }

    private ReaderPlan fetched(int id) {
        Long since = unknown.find(id);
        if (isWithin(since, UNKNOWN_FOR)) {
            throw new DataException("the schema registry has no schema of id " + id + " that can be read");
        }
        boolean patient = since == null && !isWithin(hasteSince, HASTE_FOR);
        try {
            byte[] json = text(id, patient).getBytes(StandardCharsets.UTF_8);
            ReaderPlan plan = ReaderPlan.parse(json, SchemaId.of(json), maxSchemaBytes);
            plans.keep(id, plan, plan.weight());
            return plan;
        } catch (DataException e) {
            unknown.keep(id, clock.getAsLong(), Long.BYTES);
            throw e;
        }
    }

    private String text(int id, boolean patient) {
        String text = client.schema(id, patient);
        if (text == null) {
            if (patient) {
                hasteSince = clock.getAsLong();
            }
            throw new DataException("the schema registry has no schema of id " + id
                    + "; the record may come from another registry, or not be Avro");
        }
        return text;
    }

    private boolean isWithin(@Nullable Long since, long nanos) {
        return since != null && clock.getAsLong() - since < nanos;
    }

    private static byte[] prefix(int id) {
        return ByteBuffer.allocate(PREFIX).put(MAGIC).putInt(id).array();
    }
}
