/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

/** One column's row of {@link StorageMetrics}; the components are explained in {@link StorageColumnMXBean}. */
public record StorageColumn(
        String finding,
        long sampledValues,
        double savedShare,
        double wastedShare,
        double compressionCpuMillisPerMb,
        double samplingMillis,
        String storage,
        String compression,
        String advice) {}
