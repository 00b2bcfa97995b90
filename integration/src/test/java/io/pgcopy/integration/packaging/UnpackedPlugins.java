/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import io.pgcopy.integration.fixture.PluginPath;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.kafka.connect.connector.Connector;

/** Classes of the packaged plugins, loaded beside this JVM's Kafka. Close it. */
final class UnpackedPlugins implements AutoCloseable {
    private final List<Path> jars = new ArrayList<>();
    private final URLClassLoader loader;

    UnpackedPlugins(PluginArchive... archives) throws IOException {
        for (PluginArchive archive : archives) {
            Path lib = PluginPath.unpacked().resolve(archive.folder()).resolve("lib");
            try (Stream<Path> files = Files.list(lib)) {
                files.sorted().forEach(jars::add);
            }
        }
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        loader = new URLClassLoader(urls, new WorkersOwn());
    }

    /** A class of the plugins or of Kafka. */
    Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, true, loader);
    }

    /** A new connector of the class that the settings name. */
    Connector connector(Map<String, String> settings) throws ReflectiveOperationException {
        return load(settings.getOrDefault("connector.class", "no connector.class"))
                .asSubclass(Connector.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    /** The plugins of a kind that the service files list, by name. */
    List<Class<?>> listed(Class<?> kind) {
        List<Class<?>> plugins = new ArrayList<>();
        for (ServiceLoader.Provider<?> service :
                ServiceLoader.load(kind, loader).stream().toList()) {
            if (service.type().getName().startsWith("io.pgcopy.")) {
                plugins.add(service.type());
            }
        }
        plugins.sort(Comparator.comparing(Class::getName));
        return plugins;
    }

    /** Every class of this project in the plugins. */
    List<Class<?>> ourClasses() throws IOException, ClassNotFoundException {
        List<Class<?>> classes = new ArrayList<>();
        for (Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                for (String name : file.stream().map(JarEntry::getName).toList()) {
                    if (name.startsWith("io/pgcopy/") && name.endsWith(".class") && !name.contains("-info")) {
                        String type = name.substring(0, name.length() - ".class".length());
                        classes.add(Class.forName(type.replace('/', '.'), false, loader));
                    }
                }
            }
        }
        return classes;
    }

    // What a worker shares with its plugins: not the plugins' classes that this module's tests may have.
    private static final class WorkersOwn extends ClassLoader {
        WorkersOwn() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("org.apache.kafka.") || name.startsWith("org.slf4j.")) {
                return UnpackedPlugins.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
