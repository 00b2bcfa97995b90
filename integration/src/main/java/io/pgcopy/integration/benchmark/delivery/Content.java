/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import io.pgcopy.integration.data.DataPattern;
import java.util.ArrayList;
import java.util.List;

/** Blobs of one size, random bytes. A few of them serve for all rows: they cost no time and no memory. */
final class Content {
    private static final int POOL = 32;

    private final List<byte[]> pool = new ArrayList<>();
    private final int bytes;

    Content(int bytes) {
        this.bytes = bytes;
        for (int seed = 0; seed < POOL; seed++) {
            pool.add(DataPattern.RANDOM.value(seed, bytes));
        }
    }

    byte[] value(long id) {
        return pool.get((int) Math.floorMod(id, (long) POOL));
    }

    int bytes() {
        return bytes;
    }
}
