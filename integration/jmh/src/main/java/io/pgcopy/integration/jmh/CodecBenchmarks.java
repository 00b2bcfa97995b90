/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.jmh;

import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs {@link CodecBenchmark} for every golden stream, or for those that {@code -Djmh.types=a,b} names. */
public final class CodecBenchmarks {
    private CodecBenchmarks() {}

    public static void main(String[] arguments) throws RunnerException {
        String wanted = System.getProperty("jmh.types", "");
        String[] types = wanted.isEmpty() ? Sample.names().toArray(String[]::new) : wanted.split(",");
        Options options = new OptionsBuilder()
                .include(CodecBenchmark.class.getSimpleName())
                .param("type", types)
                .forks(1)
                .jvmArgsAppend("-Dgolden=" + System.getProperty("golden"), "-XX:+UseSerialGC", "-Xmx256m")
                .warmupIterations(2)
                .warmupTime(TimeValue.milliseconds(150))
                .measurementIterations(3)
                .measurementTime(TimeValue.milliseconds(150))
                .shouldFailOnError(true)
                .resultFormat(ResultFormatType.JSON)
                .result(System.getProperty("jmh.result"))
                .build();
        new Runner(options).run();
    }
}
