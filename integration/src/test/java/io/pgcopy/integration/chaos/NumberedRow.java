/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/** A row whose content follows from the run's seed and its number, so that nobody has to keep it for the check. */
final class NumberedRow {
    private static final int USUAL_BYTES = 2_000;
    private static final int LARGE_BYTES = 100_000;
    private static final int LARGE_EVERY = 100;

    private final long id;
    private final byte[] payload;

    private NumberedRow(long id, byte[] payload) {
        this.id = id;
        this.payload = payload;
    }

    /** A small one, or now and then one that is stored out of line. */
    static NumberedRow of(long seed, long id) {
        return of(seed, id, id % LARGE_EVERY == 0 ? LARGE_BYTES : USUAL_BYTES);
    }

    /** One of up to so many bytes, and one at least. */
    static NumberedRow of(long seed, long id, int maxBytes) {
        SplittableRandom random = new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L));
        byte[] payload = new byte[1 + random.nextInt(maxBytes)];
        random.nextBytes(payload);
        return new NumberedRow(id, payload);
    }

    long id() {
        return id;
    }

    byte[] payload() {
        return payload;
    }

    byte[] digest() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(payload);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
