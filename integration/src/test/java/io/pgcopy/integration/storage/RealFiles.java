/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.storage;

import io.pgcopy.integration.data.DataPattern;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Files as people store them: from this test's own class path, from this machine, or written here. */
final class RealFiles {
    private static final int MIN_BYTES = 3_000;
    private static final int MAX_BYTES = 4_000_000;
    private static final int MAX_FILES = 60;

    private RealFiles() {}

    /** The jars that this test runs with. */
    static List<byte[]> jars() throws IOException {
        try (Stream<Path> entries = Stream.of(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)) {
            return read(entries.filter(path -> path.toString().endsWith(".jar")));
        }
    }

    /** Class files, which are compressible, out of the build. */
    static List<byte[]> classes() throws IOException {
        try (Stream<Path> entries = Stream.of(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)) {
            List<byte[]> classes = new ArrayList<>();
            for (Path folder : entries.filter(Files::isDirectory).toList()) {
                classes.addAll(find(folder, ".class"));
            }
            return classes;
        }
    }

    /** The class files, each gzipped by the JDK. */
    static List<byte[]> gzipped() throws IOException {
        List<byte[]> files = new ArrayList<>();
        for (byte[] file : classes()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                gzip.write(file);
            }
            if (bytes.size() >= MIN_BYTES) {
                files.add(bytes.toByteArray());
            }
        }
        return files;
    }

    /** Pictures of many sizes, written by the JDK. */
    static List<byte[]> pictures(DataPattern format) {
        List<byte[]> files = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            files.add(format.value(i, i * i * 1_000 + MIN_BYTES));
        }
        return files;
    }

    /** Files of this kind in the folder that {@code -Dpgcopy.files} names, or in the system's own. */
    static List<byte[]> found(String extension) throws IOException {
        Path folder = Path.of(System.getProperty("pgcopy.files", "/usr/share"));
        return Files.isDirectory(folder) ? find(folder, extension) : List.of();
    }

    private static List<byte[]> find(Path folder, String extension) throws IOException {
        try (Stream<Path> files =
                Files.find(folder, 12, (path, file) -> path.toString().endsWith(extension) && file.isRegularFile())) {
            return read(files.sorted());
        }
    }

    private static List<byte[]> read(Stream<Path> paths) throws IOException {
        List<byte[]> files = new ArrayList<>();
        for (Path path : paths.toList()) {
            long size = Files.isReadable(path) ? Files.size(path) : 0;
            if (size >= MIN_BYTES && size <= MAX_BYTES && files.size() < MAX_FILES) {
                files.add(Files.readAllBytes(path));
            }
        }
        return files;
    }
}
