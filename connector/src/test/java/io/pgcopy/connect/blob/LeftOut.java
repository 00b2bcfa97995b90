/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import org.jspecify.annotations.Nullable;

/** The tracker as it is, and without one of its rules each. */
enum LeftOut {
    NOTHING,
    COMPLETE_IN_LOG,
    READ_POSITION,
    COUNTER_IN_TOKEN,
    RESOLVED_BY_ATTEMPT,
    STALL_TIMEOUT,
    LOOK_BACK,
    ORDER_OF_KEYS;

    BlobTracker<SimulatedLog.Entry> open(
            BlobRows<SimulatedLog.Entry> rows, BlobBudget budget, BlobLimits limits, @Nullable BlobCheckpoint from) {
        LeftOut rule = this;
        return new BlobTracker<>(rows, budget, limits, from) {
            @Override
            boolean completeInLog(PendingBlob blob) {
                return rule != COMPLETE_IN_LOG && super.completeInLog(blob);
            }

            @Override
            long readPosition(long unread) {
                return rule == READ_POSITION ? Long.MAX_VALUE : super.readPosition(unread);
            }

            @Override
            int order(BlobToken left, BlobToken right) {
                return rule == COUNTER_IN_TOKEN ? Long.compare(left.epoch(), right.epoch()) : super.order(left, right);
            }

            @Override
            boolean resolved(BlobChunk chunk, long offset) {
                return rule == RESOLVED_BY_ATTEMPT
                        ? resolvedBlobs().written().containsValue(offset)
                        : super.resolved(chunk, offset);
            }

            @Override
            boolean stalled(long idleMs) {
                return rule != STALL_TIMEOUT && super.stalled(idleMs);
            }

            @Override
            boolean looksBack(LookBack back, long offset, BlobChunk chunk) {
                return rule != LOOK_BACK && super.looksBack(back, offset, chunk);
            }

            @Override
            public boolean plain(long offset, @Nullable Object key) {
                return super.plain(offset, rule == ORDER_OF_KEYS ? null : key);
            }
        };
    }
}
