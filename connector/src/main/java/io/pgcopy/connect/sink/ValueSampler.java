/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Examines values on the task's own time: what it has taken since the last look decides when it may look again,
 * so that it never takes more than a small share. Confined to the task's thread.
 */
final class ValueSampler {
    // Of the time that goes by, at most one part in so many.
    private static final int TIME_SHARE = 400;
    // Of a text, or of bytes that are not an array, at most so much is copied for a look.
    private static final int COPIED_BYTES = 64 * 1024;

    private final CompressionEstimator estimator = new CompressionEstimator();
    private final LongSupplier nanoTime;
    private boolean hasLooked;
    private long nextNanos;

    ValueSampler(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether another look would stay within its share of the time. */
    boolean mayLook() {
        return !hasLooked || nanoTime.getAsLong() - nextNanos >= 0;
    }

    /** Bytes that a value takes, about; 0 for what is not looked at. */
    static int length(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        if (value instanceof ByteBuffer buffer) {
            return buffer.remaining();
        }
        return value instanceof String text ? text.length() : 0;
    }

    void look(Object value, ColumnEvidence evidence) {
        long start = nanoTime.getAsLong();
        examine(value);
        long end = nanoTime.getAsLong();
        evidence.add(length(value), estimator, end - start);
        nextNanos = (hasLooked && nextNanos - end > 0 ? nextNanos : end) + (end - start) * TIME_SHARE;
        hasLooked = true;
    }

    private void examine(Object value) {
        if (value instanceof byte[] bytes) {
            estimator.examine(bytes, 0, bytes.length);
        } else if (value instanceof ByteBuffer buffer && buffer.hasArray()) {
            estimator.examine(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        } else {
            byte[] head = value instanceof ByteBuffer buffer ? head(buffer) : head((String) value);
            estimator.examine(head, 0, head.length);
        }
    }

    private static byte[] head(ByteBuffer buffer) {
        byte[] head = new byte[Math.min(buffer.remaining(), COPIED_BYTES)];
        buffer.duplicate().get(head);
        return head;
    }

    private static byte[] head(String text) {
        return text.substring(0, Math.min(text.length(), COPIED_BYTES)).getBytes(UTF_8);
    }
}
