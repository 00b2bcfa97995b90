/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/** Bytes as they are, like the byte array converter of Connect's runtime; remembers being closed. */
public class BytesConverter implements Converter {
    private boolean closed;

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {}

    @Override
    public byte @Nullable [] fromConnectData(String topic, @Nullable Schema schema, @Nullable Object value) {
        return (byte[]) value;
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte @Nullable [] value) {
        return new SchemaAndValue(Schema.OPTIONAL_BYTES_SCHEMA, value);
    }

    @Override
    public void close() {
        closed = true;
    }

    boolean closed() {
        return closed;
    }
}
