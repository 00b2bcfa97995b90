/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.sink.SinkConnector;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code docs/configuration.md} says what the plugins' own definitions say. */
class ConfigurationPageIT {
    private static final String WRITE = "pgcopy.docs.write";
    private static final String COMMAND =
            "mvn -Pquick verify -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=ConfigurationPageIT -D"
                    + WRITE;
    private static final Map<String, Class<?>> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put("Source connector", SourceConnector.class);
        KINDS.put("Sink connector", SinkConnector.class);
        KINDS.put("Converter", Converter.class);
        KINDS.put("Transformation", Transformation.class);
    }

    private static final String INTRODUCTION = """
            # Configuration

            Every key of every plugin, from the plugins' own definitions. Do not edit this page: after a change of a definition

            ```
            %s
            ```

            writes it anew. Keys of Kafka Connect itself (`name`, `connector.class`, `tasks.max`, `topics`, converters,
            transformations, `errors.*`, `producer.override.*`, `consumer.override.*`, `topic.creation.*`) work as ever and are not
            listed; [operations.md](operations.md) tells which of them matter for blobs.
            """.formatted(COMMAND);

    @Test
    void saysWhatTheDefinitionsSay() throws IOException, ReflectiveOperationException {
        Path page = Repository.root().resolve("docs/configuration.md");
        String current = page();
        if (System.getProperty(WRITE) != null) {
            Files.writeString(page, current);
        }
        assertThat(page).as("stale; to write it anew: " + COMMAND).hasContent(current);
    }

    private static String page() throws IOException, ReflectiveOperationException {
        ConfigurationPage page = new ConfigurationPage(INTRODUCTION);
        try (UnpackedPlugins plugins = new UnpackedPlugins(PluginArchive.values())) {
            for (Map.Entry<String, Class<?>> kind : KINDS.entrySet()) {
                for (Class<?> plugin : plugins.listed(kind.getValue())) {
                    page.section(kind.getKey() + " `" + plugin.getName() + "`", definition(plugin));
                }
            }
        }
        return page.toString();
    }

    // Connect's plugin kinds have this method in common, but on workers before 4.3 no type that declares it.
    private static ConfigDef definition(Class<?> plugin) throws ReflectiveOperationException {
        Object instance = plugin.getDeclaredConstructor().newInstance();
        return (ConfigDef) plugin.getMethod("config").invoke(instance);
    }
}
