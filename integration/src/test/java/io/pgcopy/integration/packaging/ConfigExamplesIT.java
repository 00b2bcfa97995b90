/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.runtime.SinkConnectorConfig;
import org.apache.kafka.connect.runtime.SourceConnectorConfig;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Each example is taken by the connector it is for: no key is unknown, no value is refused. */
class ConfigExamplesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    // Converters that the user has from elsewhere.
    private static final Set<String> OTHERS =
            Set.of("io.confluent.connect.avro.AvroConverter", "io.apicurio.registry.utils.converter.AvroConverter");
    private static final List<String> CONVERTERS = List.of("key.converter", "value.converter", "header.converter");
    // Nobody listens there: an example's own host must not be looked for.
    private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/nowhere";

    static List<Path> examples() throws IOException {
        try (Stream<Path> folders = Files.list(Repository.root().resolve("config-examples"))) {
            return folders.sorted().map(Path::getFileName).toList();
        }
    }

    static List<Path> files() throws IOException {
        Path folder = Repository.root().resolve("config-examples");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .map(folder::relativize)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void hasAPairAndSaysWhatItIsFor(Path example) {
        Path folder = Repository.root().resolve("config-examples").resolve(example);
        assertThat(folder.resolve("source.json")).exists();
        assertThat(folder.resolve("sink.json")).exists();
        assertThat(folder.resolve("README.md")).content().startsWith("# ");
    }

    @ParameterizedTest
    @MethodSource("files")
    void isTakenByItsConnector(Path example) throws IOException, ReflectiveOperationException {
        Map<String, String> settings = read(example);
        settings.put("connection.url", NOWHERE);
        try (UnpackedPlugins plugins = new UnpackedPlugins(PluginArchive.CONNECTOR)) {
            Map<String, List<String>> errors = new TreeMap<>();
            for (ConfigValue value :
                    plugins.connector(settings).validate(settings).configValues()) {
                if (!value.errorMessages().isEmpty()) {
                    errors.put(value.name(), value.errorMessages());
                }
            }
            assertThat(errors.remove("connection.url"))
                    .as("the one error that is asked for")
                    .isNotNull();
            assertThat(errors).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void hasNoKeyThatNobodyReads(Path example) throws IOException, ReflectiveOperationException {
        Map<String, String> settings = read(example);
        try (UnpackedPlugins plugins = new UnpackedPlugins(PluginArchive.CONNECTOR)) {
            Set<String> known =
                    new HashSet<>(plugins.connector(settings).config().names());
            known.addAll(SourceConnectorConfig.configDef().names());
            known.addAll(SinkConnectorConfig.configDef().names());
            ProducerConfig.configNames().forEach(name -> known.add("producer.override." + name));
            ConsumerConfig.configNames().forEach(name -> known.add("consumer.override." + name));
            assertThat(settings.keySet())
                    .filteredOn(key -> !known.contains(key)
                            && !key.startsWith("topic.creation.default.")
                            && CONVERTERS.stream().noneMatch(converter -> key.startsWith(converter + ".")))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void hasNoKeyThatItsConverterDoesNotRead(Path example) throws IOException, ReflectiveOperationException {
        Map<String, String> settings = read(example);
        try (UnpackedPlugins plugins = new UnpackedPlugins(PluginArchive.CONVERTERS)) {
            for (String converter : CONVERTERS) {
                if (!OTHERS.contains(settings.getOrDefault(converter, ""))) {
                    assertThat(settings.keySet())
                            .filteredOn(key -> key.startsWith(converter + "."))
                            .isSubsetOf(known(plugins, converter, settings));
                }
            }
        }
    }

    private static Set<String> known(UnpackedPlugins plugins, String converter, Map<String, String> settings)
            throws ReflectiveOperationException {
        Set<String> known = new HashSet<>();
        String className = settings.get(converter);
        if (className != null) {
            names(plugins, className).forEach(name -> known.add(converter + "." + name));
        }
        String delegate = settings.get(converter + ".delegate");
        if (delegate != null) {
            for (String name : names(plugins, delegate)) {
                known.add(converter + "." + name);
                known.add(converter + ".delegate." + name);
            }
        }
        return known;
    }

    private static Set<String> names(UnpackedPlugins plugins, String className) throws ReflectiveOperationException {
        Object converter = plugins.load(className).getDeclaredConstructor().newInstance();
        return converter instanceof HeaderConverter headers
                ? headers.config().names()
                : ((Converter) converter).config().names();
    }

    @ParameterizedTest
    @MethodSource("files")
    void namesConvertersThatThereAre(Path example) throws IOException, ReflectiveOperationException {
        Map<String, String> settings = read(example);
        try (UnpackedPlugins plugins = new UnpackedPlugins(PluginArchive.CONVERTERS)) {
            for (String key : List.of("key.converter", "value.converter")) {
                String converter = settings.getOrDefault(key, "no " + key);
                if (!OTHERS.contains(converter)) {
                    assertThat(plugins.load(converter)).isNotNull();
                }
            }
        }
    }

    private static Map<String, String> read(Path example) throws IOException {
        Path file = Repository.root().resolve("config-examples").resolve(example);
        return JSON.readValue(Files.readString(file), new TypeReference<TreeMap<String, String>>() {});
    }
}
