/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.apache.kafka.connect.errors.DataException;

/**
 * The text of a schema as it stands in a record's header: as it is, or as a zlib stream (RFC 1950), which no JSON
 * begins like. Each record bears it, so it is made once a schema and short.
 */
final class SchemaHeader {
    // The first byte of every zlib stream with the usual window.
    private static final byte ZLIB = 0x78;
    // Schemas shrink to a fifth, tables of very many like columns to a thirtieth.
    private static final int MOST_TIMES = 100;

    private SchemaHeader() {}

    /** The shorter form of a text; the text itself where that is shorter, or the other so short that no reader takes it. */
    static byte[] compressed(byte[] json) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try {
            deflater.setInput(json);
            deflater.finish();
            byte[] shorter = new byte[json.length];
            int length = deflater.deflate(shorter);
            boolean pays = deflater.finished() && length < json.length;
            return pays && isBelievable(length, json.length) ? Arrays.copyOf(shorter, length) : json;
        } finally {
            deflater.end();
        }
    }

    private static boolean isBelievable(int compressed, int text) {
        return text <= mostOf(compressed);
    }

    private static long mostOf(int compressed) {
        return (long) compressed * MOST_TIMES;
    }

    /** The text that a header holds, in either form. */
    static byte[] text(byte[] header, int maxBytes) {
        if (header.length == 0 || header[0] != ZLIB) {
            return header;
        }
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(header);
            return inflate(inflater, Math.min(maxBytes, mostOf(header.length)));
        } catch (DataFormatException e) {
            throw new DataException("the compressed Avro schema cannot be read: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }

    private static byte[] inflate(Inflater inflater, long most) throws DataFormatException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] part = new byte[4_096];
        while (!inflater.finished()) {
            int length = inflater.inflate(part);
            if (length == 0 && !inflater.finished()) {
                throw new DataException("the compressed Avro schema ends too early");
            }
            text.write(part, 0, length);
            if (text.size() > most) {
                throw new DataException("the compressed Avro schema has more than " + most + " bytes: schema.max.bytes"
                        + " and " + MOST_TIMES + " times its header are the limits");
            }
        }
        if (inflater.getRemaining() > 0) {
            throw new DataException(
                    "the compressed Avro schema is followed by " + inflater.getRemaining() + " more bytes");
        }
        return text.toByteArray();
    }
}
