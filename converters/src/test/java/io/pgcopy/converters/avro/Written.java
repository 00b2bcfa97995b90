/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema.Parser;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.jspecify.annotations.Nullable;

/** One value as a converter with an embedded schema wrote it: payload and headers. */
final class Written {
    private final byte[] payload;
    private final Headers headers;

    private Written(byte[] payload, Headers headers) {
        this.payload = payload;
        this.headers = headers;
    }

    static Written by(AvroConverter converter, @Nullable Schema schema, @Nullable Object value) {
        Headers headers = new RecordHeaders();
        byte[] payload = converter.fromConnectData("t", headers, schema, value);
        return new Written(Objects.requireNonNull(payload), headers);
    }

    static Written by(Map<String, ?> settings, Schema schema, Object value) {
        return by(converter(settings), schema, value);
    }

    static AvroConverter converter(Map<String, ?> settings) {
        AvroConverter converter = new AvroConverter();
        converter.configure(settings, false);
        return converter;
    }

    SchemaAndValue read() {
        return converter(Map.of()).toConnectData("t", headers, payload);
    }

    byte[] payload() {
        return payload;
    }

    Headers headers() {
        return headers;
    }

    /** The text of the schema in the headers. */
    byte[] schemaText() {
        Header header = headers.lastHeader("avro.value.schema");
        return SchemaHeader.text(header.value(), 1 << 20);
    }

    org.apache.avro.Schema avro() {
        return new Parser().parse(new String(schemaText(), StandardCharsets.UTF_8));
    }
}
