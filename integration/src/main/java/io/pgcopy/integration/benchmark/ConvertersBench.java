/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;

/**
 * Converters in one thread, without Kafka: time and memory each way, bytes as they are and as a producer
 * with {@code compression.type=zstd} sends them. The yardstick is JsonConverter.
 */
final class ConvertersBench {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String YARDSTICK = "json";

    private ConvertersBench() {}

    static void run(BenchSettings settings, Report report) throws Exception {
        try (PackagedConverters plugins = new PackagedConverters()) {
            List<ConverterVariant> variants = ConverterVariant.all(plugins);
            for (ConverterCase kase : ConverterCase.all(settings)) {
                if (settings.wants(kase.name())) {
                    measure(kase, variants, settings, report);
                }
            }
        }
    }

    private static void measure(
            ConverterCase kase, List<ConverterVariant> variants, BenchSettings settings, Report report) {
        for (int run = -1; run <= settings.runs(); run++) {
            for (ConverterVariant variant : variants) {
                Map<String, Number> values = measured(kase, variant);
                if (run > 0) { // what comes before warms up
                    report.add(kase.name(), variant.name(), run, values);
                }
            }
        }
        for (ConverterVariant variant : variants) {
            report.ratio(kase.name(), variant.name(), YARDSTICK);
        }
    }

    private static Map<String, Number> measured(ConverterCase kase, ConverterVariant variant) {
        Work encode = new Work();
        List<RecordHeaders> headers = new ArrayList<>();
        List<byte[]> written = new ArrayList<>();
        for (int i = 0; i < kase.rows(); i++) {
            RecordHeaders recordHeaders = new RecordHeaders();
            byte[] bytes = variant.converter().fromConnectData("bench", recordHeaders, kase.schema(), kase.value(i));
            // A few are kept, to be read and to be looked at; more would be a test of the heap.
            if (i < kase.kept()) {
                headers.add(recordHeaders);
                written.add(bytes);
            }
        }
        encode.end();
        Work decode = new Work();
        for (int i = 0; i < kase.rows(); i++) {
            int at = i % written.size();
            SchemaAndValue read = variant.converter().toConnectData("bench", headers.get(at), written.get(at));
            if (!(read.value() instanceof Struct)) {
                throw new IllegalStateException(variant.name() + " does not read what it writes");
            }
        }
        decode.end();
        return values(kase, encode, decode, new ProducerBatch(headers, written));
    }

    private static Map<String, Number> values(ConverterCase kase, Work encode, Work decode, ProducerBatch batch) {
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("wall_s", round(encode.wallSeconds() + decode.wallSeconds()));
        values.put("rows", kase.rows());
        values.put("bytes", kase.bytes());
        values.put("worker_cpu_s", round(encode.cpuSeconds() + decode.cpuSeconds()));
        values.put("encode_cpu_us", round(encode.cpuSeconds() * 1e6 / kase.rows()));
        values.put("decode_cpu_us", round(decode.cpuSeconds() * 1e6 / kase.rows()));
        values.put("encode_allocated", round((double) encode.allocated() / kase.bytes()));
        values.put("record_bytes", batch.bytesPerRecord());
        values.put("zstd_bytes", batch.compressedPerRecord());
        values.put("zstd_no_header", batch.compressedWithoutHeaders());
        return values;
    }

    private static double round(double value) {
        return Report.round(value);
    }

    /** What a stretch of work costs the thread. */
    private static final class Work {
        private final long wall = System.nanoTime();
        private final long cpu = THREADS.getCurrentThreadCpuTime();
        private final long allocated = THREADS.getCurrentThreadAllocatedBytes();
        private long wallNanos;
        private long cpuNanos;
        private long allocatedBytes;

        void end() {
            wallNanos = System.nanoTime() - wall;
            cpuNanos = THREADS.getCurrentThreadCpuTime() - cpu;
            allocatedBytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        }

        double wallSeconds() {
            return wallNanos / 1e9;
        }

        double cpuSeconds() {
            return cpuNanos / 1e9;
        }

        long allocated() {
            return allocatedBytes;
        }
    }
}
