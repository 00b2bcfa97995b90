/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import io.pgcopy.converters.PluginVersion;
import java.util.Map;
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
 * Any converter's payloads, compressed by zstd where that pays and unchanged where not. One thread at a time compresses,
 * or closes: a task's own, as Connect uses it, or a thread of the sink's that reports a record.
 */
// Versioned is named for workers before 4.3, where Converter does not bring it.
public final class ZstdConverter implements Converter, Versioned {
    private @Nullable State state;

    private record State(Converter delegate, ZstdContexts contexts, ZstdWriter writer, ZstdReader reader) {}

    @Override
    public synchronized void configure(Map<String, ?> configs, boolean isKey) {
        close();
        ZstdConverterConfig config = ZstdConverterConfig.from(configs);
        ZstdContexts contexts = contexts(config.level());
        try {
            state = new State(
                    Delegate.of(config.delegate(), ZstdConverterConfig.delegateSettings(configs), isKey),
                    contexts,
                    new ZstdWriter(contexts, config.minBytes()),
                    new ZstdReader(contexts, config.maxDecompressedBytes()));
        } catch (RuntimeException | Error e) {
            contexts.close();
            throw e;
        }
    }

    private static ZstdContexts contexts(int level) {
        try {
            return new ZstdContexts(level);
        } catch (LinkageError e) {
            ConfigException unusable = new ConfigException("the zstd library's native part cannot be loaded: "
                    + e
                    + "; it is unpacked into the folder java.io.tmpdir, which must not be mounted noexec: name another"
                    + " by the worker's -DZstdTempFolder=<folder>");
            unusable.initCause(e);
            throw unusable;
        }
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
    public synchronized void close() {
        State former = state;
        state = null;
        if (former != null) {
            former.contexts().close();
            Delegate.close(former.delegate());
        }
    }

    private synchronized byte @Nullable [] compressed(String topic, byte @Nullable [] payload) {
        try {
            return payload == null ? null : ready().writer().write(payload);
        } catch (DataException e) {
            throw new DataException("topic " + topic + ": " + e.getMessage(), e);
        }
    }

    private synchronized byte @Nullable [] decompressed(String topic, byte @Nullable [] payload) {
        try {
            return payload == null ? null : ready().reader().read(payload);
        } catch (DataException e) {
            throw new DataException("topic " + topic + ": " + e.getMessage(), e);
        }
    }

    private synchronized State ready() {
        if (state == null) {
            throw new IllegalStateException("the converter was not configured, or was closed");
        }
        return state;
    }
}
