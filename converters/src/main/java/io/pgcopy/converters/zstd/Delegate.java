/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.storage.Converter;

/** Finding, making and closing the converter that another one wraps. */
final class Delegate {
    private Delegate() {}

    static Converter of(String className, Map<String, ?> settings, boolean isKey) {
        Converter converter = instantiate(load(className), className);
        Thread thread = Thread.currentThread();
        ClassLoader former = thread.getContextClassLoader();
        // As Connect does it: a plugin is configured under its own class loader.
        thread.setContextClassLoader(converter.getClass().getClassLoader());
        try {
            converter.configure(settings, isKey);
            return converter;
        } finally {
            thread.setContextClassLoader(former);
        }
    }

    static void close(Converter converter) {
        // Asked of an Object, since the compiler takes it for granted: converters of workers before 4.1 have no
        // close().
        Object any = converter;
        if (any instanceof Closeable closeable) {
            try {
                closeable.close();
            } catch (IOException e) {
                throw new UncheckedIOException("the delegate converter cannot be closed", e);
            }
        }
    }

    private static Class<?> load(String className) {
        try {
            // Our plugin's loader asks the worker's, which knows the classes of all plugins.
            return Class.forName(className, true, Delegate.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            ConfigException notFound = new ConfigException(
                    ZstdConverterConfig.DELEGATE,
                    className,
                    "cannot be loaded; it must be the full name of a class, with its package, and its plugin be on the"
                            + " worker's plugin.path");
            notFound.initCause(e);
            throw notFound;
        }
    }

    private static Converter instantiate(Class<?> type, String className) {
        if (!Converter.class.isAssignableFrom(type) || type == ZstdConverter.class) {
            throw new ConfigException(
                    ZstdConverterConfig.DELEGATE, className, "must be a converter other than this one");
        }
        try {
            return (Converter) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            ConfigException failed =
                    new ConfigException(ZstdConverterConfig.DELEGATE, className, "has no constructor that can be used");
            failed.initCause(e);
            throw failed;
        }
    }
}
