/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** The grammar of the chunk header, both ways. Reading is strict by writing again what was understood. */
final class ChunkHeader {
    private static final String VERSION = "pgc1";
    private static final HexFormat HEX = HexFormat.of();
    // Enough for a thousand sliced columns; a header is never searched beyond it.
    private static final int MAX_LENGTH = 256 * 1024;

    private ChunkHeader() {}

    static String format(BlobChunk chunk) {
        BlobAttempt attempt = chunk.attempt();
        StringBuilder text = new StringBuilder(120)
                .append(VERSION)
                .append(";id=")
                .append(HEX.toHexDigits(attempt.id()))
                .append(";s=")
                .append(HEX.toHexDigits(attempt.split()))
                .append(";e=")
                .append(Long.toHexString(attempt.token().epoch()))
                .append(";c=")
                .append(Long.toHexString(attempt.token().counter()))
                .append(";i=")
                .append(chunk.sequence())
                .append(";n=")
                .append(chunk.count())
                .append(";col=")
                .append(PercentEncoding.encode(chunk.column()))
                .append(";o=")
                .append(chunk.offset());
        BlobManifest manifest = chunk.manifest();
        if (manifest != null) {
            appendManifest(manifest, text);
        }
        Integer checksum = chunk.checksum();
        if (checksum != null) {
            text.append(";x=").append(HEX.toHexDigits(checksum.intValue()));
        }
        return text.toString();
    }

    private static void appendManifest(BlobManifest manifest, StringBuilder text) {
        String separator = ";m=";
        for (SlicedColumn column : manifest.columns()) {
            text.append(separator)
                    .append(PercentEncoding.encode(column.name()))
                    .append(':')
                    .append(column.bytes());
            separator = ",";
        }
        text.append(";r=").append(PercentEncoding.encode(manifest.rowReference()));
    }

    static BlobChunk parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw refused("of at most " + MAX_LENGTH + " characters, found " + text.length(), null);
        }
        BlobChunk chunk;
        try {
            chunk = read(new Parts(text));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw refused("in the form that pgcopy writes, found \"" + shortened(text) + "\"", e);
        }
        if (!format(chunk).equals(text)) {
            throw refused("spelt as pgcopy writes it, found \"" + shortened(text) + "\"", null);
        }
        return chunk;
    }

    private static BlobChunk read(Parts parts) {
        parts.expect(VERSION);
        long id = HexFormat.fromHexDigitsToLong(parts.value("id"));
        int split = HexFormat.fromHexDigits(parts.value("s"));
        BlobToken token = new BlobToken(Long.parseLong(parts.value("e"), 16), Long.parseLong(parts.value("c"), 16));
        int sequence = Integer.parseInt(parts.value("i"));
        int count = Integer.parseInt(parts.value("n"));
        String column = PercentEncoding.decode(parts.value("col"));
        long offset = Long.parseLong(parts.value("o"));
        BlobManifest manifest = sequence == 0 ? manifest(parts) : null;
        Integer checksum = sequence == count - 1 ? HexFormat.fromHexDigits(parts.value("x")) : null;
        parts.expectEnd();
        return new BlobChunk(new BlobAttempt(id, split, token), sequence, count, column, offset, manifest, checksum);
    }

    private static BlobManifest manifest(Parts parts) {
        List<SlicedColumn> columns = new ArrayList<>();
        for (String column : parts.value("m").split(",", -1)) {
            int colon = column.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("a sliced column without its length");
            }
            columns.add(new SlicedColumn(
                    PercentEncoding.decode(column.substring(0, colon)), Long.parseLong(column.substring(colon + 1))));
        }
        BlobManifest manifest = new BlobManifest(columns, PercentEncoding.decode(parts.value("r")));
        manifest.bytes();
        return manifest;
    }

    private static DataException refused(String expectation, @Nullable Throwable cause) {
        return new DataException(
                "expected a header " + BlobChunk.HEADER + " " + expectation
                        + ". Something between source and sink changed it: a header converter or a transformation",
                cause);
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }

    /** The header's parts, taken one after the other. */
    private static final class Parts {
        private final String[] parts;
        private int next;

        Parts(String text) {
            parts = text.split(";", -1);
        }

        void expect(String part) {
            if (!part().equals(part)) {
                throw new IllegalArgumentException("expected " + part);
            }
        }

        String value(String key) {
            String part = part();
            if (!part.startsWith(key) || part.length() == key.length() || part.charAt(key.length()) != '=') {
                throw new IllegalArgumentException("expected " + key);
            }
            return part.substring(key.length() + 1);
        }

        void expectEnd() {
            if (next != parts.length) {
                throw new IllegalArgumentException("expected no more parts");
            }
        }

        private String part() {
            if (next == parts.length) {
                throw new IllegalArgumentException("expected more parts");
            }
            return parts[next++];
        }
    }
}
