/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A number for texts, by which they are told apart: the beginning of a SHA-256 of all of them, each behind its length. Names of
 * connectors and servers differ in a digit, often in the same one ({@code shard1} of {@code db1}), and hash codes that add up would then be equal.
 */
final class SplitNumber {
    private SplitNumber() {}

    static int of(String connector, String servers, Map<String, ?> partition) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            add(digest, connector);
            add(digest, servers);
            new TreeMap<>(partition).forEach((name, value) -> {
                add(digest, name);
                add(digest, String.valueOf(value));
            });
            return ByteBuffer.wrap(digest.digest()).getInt();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
    }
}
