/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.sink.SinkConnector;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A worker that discovers plugins by their service files finds every plugin: a missing line hides one without a word. */
class PluginServicesIT {
    private static final List<Class<?>> KINDS = List.of(
            SourceConnector.class,
            SinkConnector.class,
            Converter.class,
            HeaderConverter.class,
            Transformation.class,
            Predicate.class);

    @ParameterizedTest
    @EnumSource
    void everyPluginIsListed(PluginArchive archive) throws IOException, ClassNotFoundException {
        try (UnpackedPlugins plugins = new UnpackedPlugins(archive)) {
            List<String> expected = new ArrayList<>();
            List<String> listed = new ArrayList<>();
            List<Class<?>> ours = plugins.ourClasses();
            for (Class<?> kind : KINDS) {
                ours.stream()
                        .filter(type -> kind.isAssignableFrom(type) && isInstantiable(type))
                        .forEach(type -> expected.add(kind.getSimpleName() + " " + type.getName()));
                plugins.listed(kind).forEach(type -> listed.add(kind.getSimpleName() + " " + type.getName()));
            }
            assertThat(listed).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static boolean isInstantiable(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers());
    }
}
