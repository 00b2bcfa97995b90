/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import io.pgcopy.integration.fixture.PluginPath;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.storage.Converter;

/** The converters as they are in the plugin archive. */
public final class PackagedConverters implements AutoCloseable {
    private final URLClassLoader loader;

    public PackagedConverters() throws IOException {
        loader = new URLClassLoader(jars(), PackagedConverters.class.getClassLoader());
    }

    public Converter converter(String className) throws ReflectiveOperationException {
        return Class.forName(className, true, loader)
                .asSubclass(Converter.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    private static URL[] jars() throws IOException {
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.walk(PluginPath.unpacked())) {
            for (Path jar :
                    files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                jars.add(url(jar));
            }
        }
        return jars.toArray(URL[]::new);
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }
}
