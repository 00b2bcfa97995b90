/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.SplittableRandom;

/** A row whose content follows from the run's seed and its number, so that nobody has to keep it for the check. */
record NumberedRow(long seed, long id) {
    static final String COLUMNS = "id int8 NOT NULL, payload bytea NOT NULL, digest bytea NOT NULL";

    private static final int USUAL_BYTES = 2_000;
    private static final int LARGE_BYTES = 100_000;
    private static final int LARGE_EVERY = 100;
    private static final String SCHEMA = "{\"type\":\"struct\",\"fields\":[{\"field\":\"id\",\"type\":\"int64\"},"
            + "{\"field\":\"payload\",\"type\":\"bytes\"},{\"field\":\"digest\",\"type\":\"bytes\"}]}";

    byte[] payload() {
        SplittableRandom random = new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L));
        byte[] payload = new byte[random.nextInt(id % LARGE_EVERY == 0 ? LARGE_BYTES : USUAL_BYTES)];
        random.nextBytes(payload);
        return payload;
    }

    byte[] digest() {
        return digest(payload());
    }

    /** As JsonConverter reads it. */
    byte[] json() {
        byte[] payload = payload();
        Base64.Encoder base64 = Base64.getEncoder();
        return ("{\"schema\":" + SCHEMA + ",\"payload\":{\"id\":" + id + ",\"payload\":\""
                        + base64.encodeToString(payload) + "\",\"digest\":\"" + base64.encodeToString(digest(payload))
                        + "\"}}")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
