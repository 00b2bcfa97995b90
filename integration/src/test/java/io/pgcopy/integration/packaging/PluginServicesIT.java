/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkConnector;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.api.io.TempDir;
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
    void everyPluginIsListed(PluginArchive archive, @TempDir Path folder)
            throws IOException, ReflectiveOperationException {
        List<Path> jars = unpackedJars(archive, folder);
        try (URLClassLoader loader = loaderOf(jars)) {
            List<String> expected = new ArrayList<>();
            List<String> listed = new ArrayList<>();
            List<Class<?>> ours = ourClasses(jars, loader);
            for (Class<?> kind : KINDS) {
                ours.stream()
                        .filter(type -> kind.isAssignableFrom(type) && isInstantiable(type))
                        .forEach(type -> expected.add(kind.getSimpleName() + " " + type.getName()));
                ServiceLoader.load(kind, loader).stream()
                        .map(provider -> provider.type().getName())
                        .filter(name -> name.startsWith("io.pgcopy."))
                        .forEach(name -> listed.add(kind.getSimpleName() + " " + name));
            }
            assertThat(listed).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static List<Path> unpackedJars(PluginArchive archive, Path folder) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (FileSystem zip = archive.open();
                Stream<Path> lib = Files.list(zip.getPath(archive.folder(), "lib"))) {
            for (Path jar : lib.toList()) {
                jars.add(Files.copy(jar, folder.resolve(jar.getFileName().toString())));
            }
        }
        return jars;
    }

    private static URLClassLoader loaderOf(List<Path> jars) throws IOException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return new URLClassLoader(urls, PluginServicesIT.class.getClassLoader());
    }

    private static List<Class<?>> ourClasses(List<Path> jars, ClassLoader loader)
            throws IOException, ReflectiveOperationException {
        List<Class<?>> classes = new ArrayList<>();
        for (Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                for (String name : file.stream().map(entry -> entry.getName()).toList()) {
                    if (name.startsWith("io/pgcopy/") && name.endsWith(".class") && !name.contains("-info")) {
                        String type = name.substring(0, name.length() - ".class".length());
                        classes.add(Class.forName(type.replace('/', '.'), false, loader));
                    }
                }
            }
        }
        return classes;
    }

    private static boolean isInstantiable(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers());
    }
}
