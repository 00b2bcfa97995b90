/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** Schemas in a registry: a value begins with a zero and its schema's id, four bytes in network order. */
final class RegistryStore implements SchemaStore {
    static final byte MAGIC = 0;
    static final byte GUID_MAGIC = 1;
    static final String NO_GUIDS =
            "this converter reads ids of four bytes before the value, so have the record's writer put them there";
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
    private final PlanCache<Wanted, Integer> ids;
    private final String guidHeader;
    private final LongSupplier clock;
    private @Nullable Long hasteSince;

    /** A schema of a topic, by its text: Connect takes some that are equal for different, and each would be asked for. */
    private record Wanted(String topic, SchemaId text) {}

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
        this.ids = new PlanCache<>(limits.mostSchemas());
        this.guidHeader = isKey ? "__key_schema_id" : "__value_schema_id";
        this.clock = clock;
    }

    @Override
    public Publisher publisher(org.apache.kafka.connect.data.Schema connect, Schema avro, byte[] json) {
        Map<String, byte[]> prefixes = new HashMap<>();
        SchemaId text = SchemaId.of(json);
        return (topic, headers) -> {
            byte[] prefix = prefixes.get(topic);
            if (prefix == null) {
                prefix = prefix(idOf(topic, avro, new Wanted(topic, text), json));
                prefixes.put(topic, prefix);
            }
            if (headers != null) {
                // A record that comes from another topic may bear that one's, and others would read by it.
                headers.remove(guidHeader);
            }
            return prefix;
        };
    }

    @Override
    public ReaderPlan plan(@Nullable Headers headers, byte[] payload) {
        if (headers != null && headers.lastHeader(guidHeader) != null) {
            throw new DataException(
                    "the record's schema is named by a GUID, in the header " + guidHeader + ": " + NO_GUIDS);
        }
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

    private int idOf(String topic, Schema avro, Wanted wanted, byte[] json) {
        Integer known = ids.find(wanted);
        if (known != null) {
            return known;
        }
        int id;
        try {
            id = idUnder(config.subjects(isKey).subject(topic, isKey, avro), avro, json);
        } catch (DataException e) {
            // What is wrong with a subject is so for every record: none may be skipped for it.
            throw new RetriableException("topic " + topic + ": its schema's subject: " + e.getMessage(), e);
        }
        ids.keep(wanted, id, 2L * topic.length());
        return id;
    }

    private int idUnder(String subject, Schema avro, byte[] json) {
        String text = new String(json, StandardCharsets.UTF_8);
        if (config.autoRegister()) {
            return client.register(subject, text);
        }
        return config.useLatest() ? latest(subject, avro) : client.find(subject, text);
    }

    // The bytes are written by our own schema; they may bear another's id only if it reads them alike.
    private int latest(String subject, Schema avro) {
        RegistryClient.Registered latest = client.latest(subject);
        String difference = SameReading.difference(avro, ReaderPlan.parseSchema(latest.schema()));
        if (difference != null) {
            throw new RetriableException("the latest schema under the subject " + subject + " (id " + latest.id()
                    + ") differs from the record's: it " + difference + "; register the record's, or set "
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
