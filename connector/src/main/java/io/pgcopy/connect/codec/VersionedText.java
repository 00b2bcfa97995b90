/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import org.apache.kafka.connect.errors.DataException;

/** Text behind a version byte, which is 1 in every server so far: jsonb, jsonpath, ltree. */
final class VersionedText {
    private static final int VERSION = 1;

    private VersionedText() {}

    static String read(FieldReader field) {
        byte version = field.readInt8();
        if (version != VERSION) {
            throw new DataException("expected version " + VERSION + ", found " + version);
        }
        return field.readUtf8(field.remaining());
    }

    static void write(String text, FieldWriter field) {
        field.writeInt8(VERSION);
        field.writeUtf8(text);
    }
}
