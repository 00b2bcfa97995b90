/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.Zstd;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random payloads come back as they were, and damaged ones as what they were or as a DataException, within bounds of
 * time and memory. The same seeds in every build; {@code -Dfuzz.minutes=N} goes on from there.
 */
@Timeout(value = 3, threadMode = Timeout.ThreadMode.SAME_THREAD, unit = java.util.concurrent.TimeUnit.HOURS)
class ZstdFuzzTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int RUNS = 300;
    private static final int DAMAGES = 40;
    private static final int LIMIT = 1 << 20;
    /** The content, once, and what an exception takes. */
    private static final long MOST_ALLOCATED = LIMIT + (256L << 10);

    private static final Duration MOST_TIME = Duration.ofSeconds(5);

    private final long deadline = System.nanoTime()
            + Duration.ofMinutes(Long.getLong("fuzz.minutes", 0)).dividedBy(2).toNanos();
    private final ZstdContexts contexts = new ZstdContexts(1);
    private final ZstdWriter writer = new ZstdWriter(contexts, 0);
    private final ZstdReader reader = new ZstdReader(contexts, LIMIT);

    @AfterEach
    void free() {
        contexts.close();
    }

    @Test
    void everyPayloadComesBackAsItWas() {
        ZstdReader generous = new ZstdReader(contexts, 8 << 20);
        for (int seed = 0; seed < RUNS || System.nanoTime() < deadline; seed++) {
            byte[] payload = payload(new SplittableRandom(seed));
            byte[] written = writer.write(payload);
            assertThat(generous.read(written)).as("seed %d", seed).isEqualTo(payload);
            if (!ZstdFrame.isMarked(payload)) {
                assertThat(written.length).as("seed %d", seed).isLessThanOrEqualTo(payload.length);
            }
        }
    }

    @Test
    void damageIsSeenOrHarmless() {
        int refused = 0;
        for (int seed = 0; seed < RUNS || System.nanoTime() < deadline; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] text = Payloads.text(random.nextInt(100, 20_000));
            byte[] written = writer.write(text);
            for (int i = 0; i < DAMAGES; i++) {
                byte[] damaged = damaged(written, random);
                refused += reads(damaged, text, seed) ? 0 : 1;
            }
        }
        assertThat(refused).isGreaterThan(RUNS * DAMAGES / 2);
    }

    /** Frames with any head and any content size: bombs, windows of gigabytes, reserved bits. */
    @Test
    void headsThatPromiseAnythingStayWithinBounds() {
        byte[] magic = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};
        for (int seed = 0; seed < RUNS * 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] payload = new byte[ZstdFrame.MARK_LENGTH + 4 + random.nextInt(1, 60)];
            random.nextBytes(payload);
            ZstdFrame.putMark(payload);
            System.arraycopy(magic, 0, payload, ZstdFrame.MARK_LENGTH, magic.length);
            reads(payload, null, seed);
        }
        byte[] zeros = Zstd.compress(new byte[LIMIT], 19);
        byte[] bomb = new byte[ZstdFrame.MARK_LENGTH + zeros.length];
        ZstdFrame.putMark(bomb);
        System.arraycopy(zeros, 0, bomb, ZstdFrame.MARK_LENGTH, zeros.length);
        for (int seed = 0; seed < RUNS * 10; seed++) {
            reads(damaged(bomb, new SplittableRandom(seed)), null, seed);
        }
    }

    private boolean reads(byte[] payload, byte @org.jspecify.annotations.Nullable [] expected, int seed) {
        long began = System.nanoTime();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        try {
            byte[] read = reader.read(payload);
            // What no longer begins with the mark is somebody's plain payload.
            if (expected != null && ZstdFrame.isMarked(payload)) {
                assertThat(read).as("seed %d", seed).isEqualTo(expected);
            }
            return true;
        } catch (DataException e) {
            assertThat(e).hasMessageNotContaining("word");
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError("seed " + seed + ", payload " + Arrays.toString(payload), e);
        } finally {
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - allocated)
                    .as("bytes allocated, seed %d", seed)
                    .isLessThan(MOST_ALLOCATED);
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("time, seed %d", seed)
                    .isLessThan(MOST_TIME);
        }
    }

    private static byte[] payload(SplittableRandom random) {
        int length = random.nextInt(20) == 0 ? random.nextInt(4 << 20) : random.nextInt(1 << random.nextInt(1, 18));
        byte[] payload =
                switch (random.nextInt(4)) {
                    case 0 -> Payloads.text(length);
                    case 1 -> Payloads.base64(length);
                    case 2 -> new byte[length];
                    default -> Payloads.random(length);
                };
        if (random.nextInt(8) == 0 && length >= ZstdFrame.MARK_LENGTH) {
            ZstdFrame.putMark(payload);
        }
        return payload;
    }

    private static byte[] damaged(byte[] whole, SplittableRandom random) {
        byte[] damaged = whole.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(damaged.length);
            switch (random.nextInt(3)) {
                case 0 -> damaged[at] = (byte) random.nextInt();
                case 1 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
                default -> {
                    int length = Math.min(random.nextInt(20), damaged.length - at);
                    System.arraycopy(whole, random.nextInt(whole.length - length + 1), damaged, at, length);
                }
            }
        }
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(damaged, random.nextInt(damaged.length));
            case 1 -> Arrays.copyOf(damaged, damaged.length + random.nextInt(1, 40));
            default -> damaged;
        };
    }
}
