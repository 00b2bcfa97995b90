/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.kafka.connect.errors.DataException;

/** The first half of the SHA-256 of a schema's text: enough that nobody finds two texts with the same. */
record SchemaId(long high, long low) {
    private static final int BYTES = 16;

    static SchemaId of(byte[] json) {
        try {
            ByteBuffer digest =
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(json));
            return new SchemaId(digest.getLong(), digest.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static SchemaId parse(byte[] id) {
        if (id.length != BYTES) {
            throw new DataException("expected a schema id of " + BYTES + " bytes, found " + id.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(id);
        return new SchemaId(buffer.getLong(), buffer.getLong());
    }

    byte[] bytes() {
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }
}
