/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import io.pgcopy.converters.PluginVersion;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/**
 * Connect data as Avro, its schema in a record header ({@code schema.store=embedded}) or in a schema
 * registry ({@code registry}). Reads both forms, whichever it writes. One thread at a time: a task's own, as Connect
 * uses it, or a thread of the sink's that reports a record.
 */
// Versioned is named for workers before 4.3, where Converter does not bring it.
public final class AvroConverter implements Converter, Versioned {
    private static final int GUID_BYTES = 16;

    private @Nullable State state;

    private record State(
            WriterPlans plans,
            SchemaStore embedded,
            @Nullable SchemaStore registry,
            AvroOutput out,
            ReadLimits limits) {}

    @Override
    public synchronized void configure(Map<String, ?> configs, boolean isKey) {
        AbstractConfig settings = new AbstractConfig(AvroConverterConfig.definition(), configs, false);
        AvroConverterConfig config = AvroConverterConfig.from(settings);
        SchemaStore embedded =
                new EmbeddedStore(isKey, config.compressedHeader(), config.schemaMaxBytes(), config.mostSchemas());
        SchemaStore registry = registry(settings, config, isKey);
        SchemaStore written = config.registryStore() ? required(registry) : embedded;
        state = new State(
                new WriterPlans(config.mapping(), written, config),
                embedded,
                registry,
                new AvroOutput(),
                config.reading());
    }

    private static @Nullable SchemaStore registry(AbstractConfig settings, AvroConverterConfig config, boolean isKey) {
        RegistryConfig registry = RegistryConfig.from(settings);
        if (registry.urls().isEmpty()) {
            return null;
        }
        // JSON escapes the text of a schema; the rest of an answer is small.
        int maxAnswer = (int) Math.min(Integer.MAX_VALUE - 8, 2L * config.schemaMaxBytes() + 65_536);
        RegistryHttp http = new RegistryHttp(
                registry.urls(), RegistryAccess.from(settings), RegistryRetries.from(settings), maxAnswer);
        return new RegistryStore(new RegistryClient(http, registry.normalize()), registry, isKey, config);
    }

    private static SchemaStore required(@Nullable SchemaStore registry) {
        if (registry == null) {
            throw new ConfigException(RegistryConfig.URL + " must be set, for schema.store=registry needs it");
        }
        return registry;
    }

    @Override
    public byte @Nullable [] fromConnectData(String topic, @Nullable Schema schema, @Nullable Object value) {
        return write(topic, null, schema, value);
    }

    @Override
    public byte @Nullable [] fromConnectData(
            String topic, Headers headers, @Nullable Schema schema, @Nullable Object value) {
        return write(topic, headers, schema, value);
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte @Nullable [] value) {
        return read(topic, null, value);
    }

    @Override
    public SchemaAndValue toConnectData(String topic, Headers headers, byte @Nullable [] value) {
        return read(topic, headers, value);
    }

    @Override
    public ConfigDef config() {
        return AvroConverterConfig.definition();
    }

    @Override
    public String version() {
        return PluginVersion.text();
    }

    /** Nothing is held that needs closing; workers before 4.1 do not call this. */
    @Override
    public synchronized void close() {
        state = null;
    }

    private synchronized byte @Nullable [] write(
            String topic, @Nullable Headers headers, @Nullable Schema schema, @Nullable Object value) {
        if (value == null) {
            return null; // a tombstone, for every schema
        }
        if (schema == null) {
            throw new DataException("topic " + topic + ": a value without a schema cannot become Avro; have the source"
                    + " make records with schemas");
        }
        State ready = ready();
        try {
            WriterPlan plan = ready.plans().plan(schema);
            AvroOutput out = ready.out();
            out.start(plan.publisher().publish(topic, headers));
            plan.writer().write(value, out);
            return out.finish();
        } catch (DataException e) {
            throw new DataException("topic " + topic + ": the value cannot become Avro: " + e.getMessage(), e);
        }
    }

    private synchronized SchemaAndValue read(String topic, @Nullable Headers headers, byte @Nullable [] bytes) {
        if (bytes == null) {
            return SchemaAndValue.NULL;
        }
        State ready = ready();
        try {
            SchemaStore store = storeOf(bytes, ready);
            return store.plan(headers, bytes).read(bytes, store.prefixLength(), ready.limits());
        } catch (DataException e) {
            throw new DataException("topic " + topic + ": the Avro record cannot be read: " + e.getMessage(), e);
        }
    }

    private static SchemaStore storeOf(byte[] bytes, State ready) {
        if (bytes.length >= 2 && bytes[0] == EmbeddedStore.MAGIC_0 && bytes[1] == EmbeddedStore.MAGIC_1) {
            return ready.embedded();
        }
        if (bytes.length >= 1 && bytes[0] == RegistryStore.MAGIC) {
            SchemaStore registry = ready.registry();
            if (registry == null) {
                throw new DataException("the record's schema is in a registry; set " + RegistryConfig.URL);
            }
            return registry;
        }
        if (bytes.length > GUID_BYTES && bytes[0] == RegistryStore.GUID_MAGIC) {
            throw new DataException(
                    "expected Avro with an embedded schema (C3 01) or a registry id (00), found what may be"
                            + " a schema's GUID (01): if so, " + RegistryStore.NO_GUIDS);
        }
        throw new DataException("expected Avro with an embedded schema (C3 01) or a registry id (00), found neither"
                + " at the start of " + bytes.length + " bytes");
    }

    private State ready() {
        if (state == null) {
            throw new IllegalStateException("the converter was not configured, or was closed");
        }
        return state;
    }
}
