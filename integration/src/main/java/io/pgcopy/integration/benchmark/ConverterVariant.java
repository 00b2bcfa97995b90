/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.storage.Converter;

/** A converter with its settings. */
record ConverterVariant(String name, Converter converter) {
    private static final String JSON = "org.apache.kafka.connect.json.JsonConverter";
    private static final String AVRO = "io.pgcopy.converters.avro.AvroConverter";
    private static final String ZSTD = "io.pgcopy.converters.zstd.ZstdConverter";

    static List<ConverterVariant> all(PackagedConverters plugins) throws ReflectiveOperationException {
        return List.of(
                of(plugins, "json", JSON, Map.of()),
                of(plugins, "avro", AVRO, Map.of()),
                of(plugins, "avro-zstd", ZSTD, Map.of("delegate", AVRO)),
                of(plugins, "json-zstd", ZSTD, Map.of("delegate", JSON)));
    }

    private static ConverterVariant of(
            PackagedConverters plugins, String name, String type, Map<String, String> settings)
            throws ReflectiveOperationException {
        Converter converter = plugins.converter(type);
        converter.configure(settings, false);
        return new ConverterVariant(name, converter);
    }
}
