/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

/** One column of a source table in JMX; the values are explained in {@link SourceColumnMXBean}. */
public final class SourceColumn implements SourceColumnMXBean {
    private final long sampledValues;
    private final long rawBytes;
    private final long storedBytes;
    private final long largestBytes;
    private final double compressedShare;

    public SourceColumn(
            long sampledValues, long rawBytes, long storedBytes, long largestBytes, double compressedShare) {
        this.sampledValues = sampledValues;
        this.rawBytes = rawBytes;
        this.storedBytes = storedBytes;
        this.largestBytes = largestBytes;
        this.compressedShare = compressedShare;
    }

    @Override
    public long getSampledValues() {
        return sampledValues;
    }

    @Override
    public long getRawBytes() {
        return rawBytes;
    }

    @Override
    public long getStoredBytes() {
        return storedBytes;
    }

    @Override
    public long getLargestBytes() {
        return largestBytes;
    }

    @Override
    public double getCompressedShare() {
        return compressedShare;
    }
}
