/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import io.pgcopy.converters.PluginVersion;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/**
 * Any converter's payloads, compressed by zstd where that pays and unchanged where not. Confined to its
 * task's thread, as Connect uses it.
 */
// Versioned is named for workers before 4.3, where Converter does not bring it.
public final class ZstdConverter implements Converter, Versioned {
    private @Nullable State state;

    private record State(Converter delegate, ZstdContexts contexts, ZstdWriter writer, ZstdReader reader) {}

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        close();
        ZstdConverterConfig config = ZstdConverterConfig.from(configs);
        Converter delegate = Delegate.of(config.delegate(), ZstdConverterConfig.delegateSettings(configs), isKey);
        ZstdContexts contexts = new ZstdContexts(config.level());
        state = new State(
                delegate,
                contexts,
                new ZstdWriter(contexts, config.minBytes()),
                new ZstdReader(contexts, config.maxDecompressedBytes()));
    }

    @Override
    public byte @Nullable [] fromConnectData(String topic, @Nullable Schema schema, @Nullable Object value) {
        return compressed(topic, ready().delegate().fromConnectData(topic, schema, value));
    }

    @Override
    public byte @Nullable [] fromConnectData(
            String topic, Headers headers, @Nullable Schema schema, @Nullable Object value) {
        return compressed(topic, ready().delegate().fromConnectData(topic, headers, schema, value));
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte @Nullable [] value) {
        return ready().delegate().toConnectData(topic, decompressed(topic, value));
    }

    @Override
    public SchemaAndValue toConnectData(String topic, Headers headers, byte @Nullable [] value) {
        return ready().delegate().toConnectData(topic, headers, decompressed(topic, value));
    }

    @Override
    public ConfigDef config() {
        return ZstdConverterConfig.definition();
    }

    @Override
    public String version() {
        return PluginVersion.text();
    }

    /** Frees the native memory. Workers before 4.1 do not call this; it is then freed with the converter. */
    @Override
    public void close() {
        State former = state;
        state = null;
        if (former != null) {
            former.contexts().close();
            Delegate.close(former.delegate());
        }
    }

    private byte @Nullable [] compressed(String topic, byte @Nullable [] payload) {
        try {
            return payload == null ? null : ready().writer().write(payload);
        } catch (DataException e) {
            throw new DataException("topic " + topic + ": " + e.getMessage(), e);
        }
    }

    private byte @Nullable [] decompressed(String topic, byte @Nullable [] payload) {
        try {
            return payload == null ? null : ready().reader().read(payload);
        } catch (DataException e) {
            throw new DataException("topic " + topic + ": " + e.getMessage(), e);
        }
    }

    private State ready() {
        if (state == null) {
            throw new IllegalStateException("the converter was not configured, or was closed");
        }
        return state;
    }
}
