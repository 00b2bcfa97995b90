/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import org.jspecify.annotations.Nullable;

/** The tracker and the source as they are, and without one of their rules each. */
enum LeftOut {
    NOTHING,
    COMPLETE_IN_LOG,
    READ_POSITION,
    COUNTER_IN_TOKEN,
    RESOLVED_BY_ATTEMPT,
    STALL_TIMEOUT,
    LOOK_BACK,
    ORDER_OF_KEYS,
    /** The source's: an attempt ranks by the start of its reader, not by its own. */
    EPOCH_OF_READER;

    BlobTracker<SimulatedLog.Entry> open(
            BlobRows<SimulatedLog.Entry> rows, BlobBudget budget, BlobLimits limits, @Nullable BlobCheckpoint from) {
        LeftOut rule = this;
        return new BlobTracker<>(rows, budget, limits, from) {
            @Override
            boolean completeInLog(PendingBlob blob) {
                return rule != COMPLETE_IN_LOG && super.completeInLog(blob);
            }

            @Override
            long readPosition() {
                return rule == READ_POSITION ? Long.MAX_VALUE : super.readPosition();
            }

            @Override
            int order(BlobToken left, BlobToken right) {
                return rule == COUNTER_IN_TOKEN ? Long.compare(left.epoch(), right.epoch()) : super.order(left, right);
            }

            @Override
            boolean resolved(BlobAttempt attempt) {
                return rule != RESOLVED_BY_ATTEMPT && super.resolved(attempt);
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
