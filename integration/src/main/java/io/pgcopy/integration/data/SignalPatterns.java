/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** Random bytes and sampled signals. */
final class SignalPatterns {
    private static final int HEADER_BYTES = 1_024;

    private SignalPatterns() {}

    static byte[] random(SplittableRandom random, int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    static byte[] headerRandom(SplittableRandom random, int size) {
        byte[] bytes = random(random, size);
        byte[] header = TextPatterns.prose(random, HEADER_BYTES);
        System.arraycopy(header, 0, bytes, 0, Math.min(size, HEADER_BYTES));
        return bytes;
    }

    static byte[] noise8(SplittableRandom random, int size) {
        return samples(random, size, 8);
    }

    static byte[] noise12(SplittableRandom random, int size) {
        return samples(random, size, 12);
    }

    static byte[] float64(SplittableRandom random, int size) {
        ByteBuffer bytes = ByteBuffer.allocate(size + Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        double phase = random.nextDouble(Math.PI);
        for (int i = 0; bytes.position() < size; i++) {
            bytes.putDouble(20 + 5 * Math.sin(phase + i / 500.0) + random.nextGaussian() / 10);
        }
        return bytes.array();
    }

    // A slow wave fills the high bits, the noise the low ones.
    private static byte[] samples(SplittableRandom random, int size, int noisyBits) {
        ByteBuffer bytes = ByteBuffer.allocate(size + Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        double phase = random.nextDouble(Math.PI);
        for (int i = 0; bytes.position() < size; i++) {
            int wave = (int) (12_000 * Math.sin(phase + i / 30_000.0));
            bytes.putShort((short) ((wave & -(1 << noisyBits)) | random.nextInt(1 << noisyBits)));
        }
        return bytes.array();
    }
}
