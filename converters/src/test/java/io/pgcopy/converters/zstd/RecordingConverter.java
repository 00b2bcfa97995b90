/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/** Writes down the settings that it was configured with, in place of any value. */
public final class RecordingConverter implements Converter {
    private Map<String, ?> settings = Map.of();
    private boolean key;

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        settings = Map.copyOf(configs);
        key = isKey;
    }

    @Override
    public byte[] fromConnectData(String topic, @Nullable Schema schema, @Nullable Object value) {
        return new byte[0];
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte @Nullable [] value) {
        return new SchemaAndValue(key ? Schema.OPTIONAL_STRING_SCHEMA : null, settings);
    }
}
