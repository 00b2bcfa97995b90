/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.jmh;

import io.pgcopy.connect.copy.TupleBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One value of one type: its field decoded, or encoded into a tuple. The values are those of the golden streams, in turn. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {
    private static final int TUPLES_KEPT = 1_000;

    @Param("int4")
    public String type = "int4";

    private Sample<?> sample;
    private final TupleBuffer buffer = new TupleBuffer();
    private int next;

    @Setup(Level.Trial)
    public void read() {
        sample = Sample.of(type);
    }

    @Benchmark
    public Object decode() {
        return sample.decode(turn());
    }

    @Benchmark
    public long encode() {
        sample.encode(turn(), buffer);
        if (buffer.tuples() == TUPLES_KEPT) {
            buffer.clear();
        }
        return buffer.bytes();
    }

    private int turn() {
        next = next + 1 == sample.size() ? 0 : next + 1;
        return next;
    }
}
