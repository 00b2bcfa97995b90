/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What zstd holds outside the heap is given back. Each converter here holds several megabytes there, so a hundred
 * that are forgotten would show. The process's own memory is looked at, as Linux shows it.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class ZstdMemoryTest {
    private static final int CONVERTERS = 100;
    private static final long MEBIBYTE = 1 << 20;
    private static final byte[] TEXT = Payloads.text(524_288);

    @BeforeAll
    static void growTheHeapFirst() throws IOException {
        List<ZstdConverter> open = new ArrayList<>();
        long before = residentBytes();
        for (int i = 0; i < 30; i++) {
            open.add(used(i));
        }
        assertThat(residentBytes() - before)
                .as("what thirty open converters hold")
                .isGreaterThan(60 * MEBIBYTE);
        open.forEach(ZstdConverter::close);
    }

    @Test
    void closedConvertersHoldNothing() throws IOException {
        long before = residentBytes();
        for (int i = 0; i < CONVERTERS; i++) {
            used(i).close();
        }
        assertThat(residentBytes() - before).isLessThan(60 * MEBIBYTE);
    }

    /** As a worker before Connect 4.1 leaves them, or one whose task failed. */
    @Test
    void forgottenConvertersHoldNothingOnceTheyAreCollected() throws Exception {
        long before = residentBytes();
        for (int i = 0; i < CONVERTERS; i++) {
            used(i);
            if (i % 10 == 9) {
                System.gc();
                Thread.sleep(20); // the cleaner has a thread of its own
            }
        }
        assertThat(residentBytes() - before).isLessThan(100 * MEBIBYTE);
    }

    @Test
    void configuringAgainHoldsOneSetOfContexts() throws IOException {
        ZstdConverter converter = used(0);
        long before = residentBytes();
        for (int i = 0; i < CONVERTERS; i++) {
            configure(converter);
            write(converter, TEXT);
        }
        assertThat(residentBytes() - before).isLessThan(60 * MEBIBYTE);
        converter.close();
    }

    @Test
    void manySmallRecordsNeedNoMoreThanOne() throws IOException {
        byte[] small = Payloads.text(300);
        try (ZstdConverter converter = used(0)) {
            long before = residentBytes();
            for (int i = 0; i < 60_000; i++) {
                byte[] written = write(converter, small);
                if (i % 3 == 0) {
                    written[written.length - 1] ^= 1;
                    refuses(converter, written);
                } else if (i % 100 == 1) {
                    assertThat(converter.toConnectData("t", written).value()).isEqualTo(small);
                }
            }
            assertThat(residentBytes() - before).isLessThan(60 * MEBIBYTE);
        }
    }

    @Test
    void aLargePayloadLeavesNoLargeBufferBehindWhetherItCompressesOrNot() {
        ZstdContexts contexts = new ZstdContexts(1);
        ZstdWriter writer = new ZstdWriter(contexts, 0);
        byte[] half = Payloads.random(20_000_000);
        // Compresses in the samples, and not as a whole.
        for (int quarter = 0; quarter < 4; quarter++) {
            Arrays.fill(half, quarter * 5_000_000 + 2_400_000, quarter * 5_000_000 + 2_600_000, (byte) 0);
        }
        assertThat(writer.write(half)).isSameAs(half);
        assertThat(writer.heldBytes()).isLessThanOrEqualTo(4 << 20);
        assertThat(writer.write(Payloads.text(20_000_000))).hasSizeLessThan(10_000_000);
        assertThat(writer.heldBytes()).isLessThanOrEqualTo(4 << 20);
        contexts.close();
    }

    /** What is allocated depends on what comes out, not on what goes in. */
    @Test
    void aLargePayloadThatShrinksToLittleTakesLittle() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ZstdContexts contexts = new ZstdContexts(3);
        ZstdWriter writer = new ZstdWriter(contexts, 0);
        byte[] zeros = new byte[64 << 20];
        long before = threads.getCurrentThreadAllocatedBytes();
        byte[] written = writer.write(zeros);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(written).hasSizeLessThan(20_000);
        assertThat(allocated).isLessThan(MEBIBYTE);
        contexts.close();
    }

    /** A connector that is refused at each try, for instance, for a delegate that lacks a setting. */
    @Test
    void convertersThatCannotBeConfiguredHoldNothing() throws IOException {
        long before = residentBytes();
        // Few objects on the heap, so no collection frees what was forgotten.
        for (int i = 0; i < 200 * CONVERTERS; i++) {
            refuse();
        }
        assertThat(residentBytes() - before).isLessThan(60 * MEBIBYTE);
    }

    private static void refuse() {
        try {
            new ZstdConverter().configure(Map.of("delegate", Refusing.class.getName()), false);
        } catch (IllegalStateException e) {
            return;
        }
        throw new AssertionError("a delegate that fails was taken");
    }

    /** A delegate that lacks something. */
    public static final class Refusing extends BytesConverter {
        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            throw new IllegalStateException("refused");
        }
    }

    /** One in three fails, each in its own way. */
    private static ZstdConverter used(int number) {
        ZstdConverter converter = new ZstdConverter();
        configure(converter);
        byte[] written = write(converter, TEXT);
        if (number % 3 == 0) {
            assertThatThrownBy(() -> converter.toConnectData("t", Arrays.copyOf(written, written.length - 5)))
                    .isInstanceOf(DataException.class);
        } else {
            assertThat(converter.toConnectData("t", written).value()).isEqualTo(TEXT);
        }
        return converter;
    }

    private static void refuses(ZstdConverter converter, byte[] damaged) {
        try {
            converter.toConnectData("t", damaged);
        } catch (DataException e) {
            return;
        }
        throw new AssertionError("a damaged checksum went unseen");
    }

    private static void configure(ZstdConverter converter) {
        converter.configure(
                Map.of("delegate", BytesConverter.class.getName(), "zstd.level", "9", "zstd.min.bytes", "0"), false);
    }

    private static byte[] write(ZstdConverter converter, byte[] payload) {
        return Objects.requireNonNull(converter.fromConnectData("t", Schema.BYTES_SCHEMA, payload));
    }

    private static long residentBytes() throws IOException {
        // The second number of statm is in pages; status says it in kB.
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1_024;
            }
        }
        throw new IOException("no VmRSS in /proc/self/status");
    }
}
