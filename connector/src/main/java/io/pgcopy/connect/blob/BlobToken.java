/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

/**
 * Orders the attempts of one split: of two heads, the one with the lower token is older and is ignored.
 *
 * @param epoch one for each start of the reader, never lower than the one before
 * @param counter one for each chunked row since that start
 */
public record BlobToken(long epoch, long counter) implements Comparable<BlobToken> {
    public BlobToken {
        if (epoch < 0 || counter < 0) {
            throw new IllegalArgumentException(
                    "expected a token of two non-negative numbers, found " + epoch + ", " + counter);
        }
    }

    @Override
    public int compareTo(BlobToken other) {
        int byEpoch = Long.compare(epoch, other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(counter, other.counter);
    }
}
