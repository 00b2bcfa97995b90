/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Compressed files, made by the JDK's own writers. */
final class ArchivePatterns {
    // The made-up JSON deflates to about a third; more than enough of it for any size asked for.
    private static final int RAW_PER_BYTE = 6;
    private static final int ENTRY_BYTES = 64 * 1024;
    // Entries would bear the time of the run otherwise; local, as the archive has no time zone.
    private static final LocalDateTime ENTRY_TIME = LocalDateTime.of(2026, 1, 1, 12, 0);

    private ArchivePatterns() {}

    static byte[] gzip(SplittableRandom random, int size) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(size * 2);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(TextPatterns.json(random, size * RAW_PER_BYTE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static byte[] zip(SplittableRandom random, int size) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(size * 2);
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; bytes.size() < size; i++) {
                ZipEntry entry = new ZipEntry("word/document" + i + ".json");
                entry.setTimeLocal(ENTRY_TIME);
                zip.putNextEntry(entry);
                zip.write(TextPatterns.json(random, ENTRY_BYTES));
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
