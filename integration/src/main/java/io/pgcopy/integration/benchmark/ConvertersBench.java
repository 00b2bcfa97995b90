/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import java.util.ArrayList;
import java.util.Collections;
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
    private static final String YARDSTICK = "json";
    private static final String AROUND = "-zstd";

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
        List<ConverterVariant> inTurn = new ArrayList<>(variants);
        for (int run = -1; run <= settings.runs(); run++) {
            // Each comes first, last and after each other: what one leaves in the heap weighs on the next.
            Collections.rotate(inTurn, 1);
            if (run % 2 == 0) {
                Collections.reverse(inTurn);
            }
            for (ConverterVariant variant : inTurn) {
                Map<String, Number> values = measured(kase, variant);
                if (run > 0) { // what comes before warms up
                    report.add(kase.name(), variant.name(), run, values);
                }
            }
        }
        for (ConverterVariant variant : variants) {
            report.ratio(kase.name(), variant.name(), YARDSTICK);
            if (variant.name().endsWith(AROUND)) {
                overPlain(kase.name(), variant.name(), report);
            }
        }
    }

    /** What ZstdConverter costs beside the converter that is in it. */
    private static void overPlain(String kase, String variant, Report report) {
        String plain = variant.substring(0, variant.length() - AROUND.length());
        for (String value : List.of("cpu", "wall")) {
            double ratio = report.medianOfRatios(kase, variant, plain, value + "_us");
            report.note(kase, variant, value + "_over_plain", ratio);
        }
    }

    private static Map<String, Number> measured(ConverterCase kase, ConverterVariant variant) {
        List<RecordHeaders> headers = new ArrayList<>();
        List<byte[]> written = new ArrayList<>();
        // A few are kept, to be read and to be looked at; more would be a test of the heap.
        for (int i = 0; i < kase.kept(); i++) {
            headers.add(new RecordHeaders());
            written.add(variant.converter()
                    .fromConnectData(ConverterCase.TOPIC, headers.get(i), kase.schema(), kase.value(i)));
        }
        Cost encode = Cost.of(kase.rows(), row -> {
            variant.converter()
                    .fromConnectData(ConverterCase.TOPIC, new RecordHeaders(), kase.schema(), kase.value(row));
        });
        Cost decode = Cost.of(kase.rows(), row -> {
            int at = row % written.size();
            SchemaAndValue read =
                    variant.converter().toConnectData(ConverterCase.TOPIC, headers.get(at), written.get(at));
            if (!(read.value() instanceof Struct)) {
                throw new IllegalStateException(variant.name() + " does not read what it writes");
            }
        });
        return values(kase, encode, decode, new ProducerBatch(headers, written));
    }

    private static Map<String, Number> values(ConverterCase kase, Cost encode, Cost decode, ProducerBatch batch) {
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("wall_s", round(encode.wallSeconds() + decode.wallSeconds()));
        values.put("rows", kase.rows());
        values.put("bytes", kase.bytes());
        values.put("worker_cpu_s", round(encode.cpuSeconds() + decode.cpuSeconds()));
        values.put("encode_cpu_us", round(encode.cpuSeconds() * 1e6 / kase.rows()));
        values.put("decode_cpu_us", round(decode.cpuSeconds() * 1e6 / kase.rows()));
        values.put("cpu_us", round((encode.cpuSeconds() + decode.cpuSeconds()) * 1e6 / kase.rows()));
        values.put("wall_us", round((encode.wallSeconds() + decode.wallSeconds()) * 1e6 / kase.rows()));
        values.put("encode_allocated", round(encode.allocatedBytes() / kase.bytes()));
        values.put("record_bytes", batch.bytesPerRecord());
        values.put("zstd_bytes", round(batch.compressedPerRecord(ProducerBatch.LARGE)));
        values.put("zstd_no_header", round(batch.compressedWithoutHeaders(ProducerBatch.LARGE)));
        values.put("zstd_16k_bytes", round(batch.compressedPerRecord(ProducerBatch.STANDARD)));
        values.put("zstd_16k_no_header", round(batch.compressedWithoutHeaders(ProducerBatch.STANDARD)));
        return values;
    }

    private static double round(double value) {
        return Report.round(value);
    }
}
