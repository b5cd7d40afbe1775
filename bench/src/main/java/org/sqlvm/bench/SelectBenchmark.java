package org.sqlvm.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.sqlvm.tpch.Generator;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * All rows of lineitem, three columns each, cross into Java and are summed there. The counter
 * {@code rows} tells rows per millisecond. System properties: {@code sqlvm.bench.data}, the folder
 * of the databases, and {@code sqlvm.bench.sf}, TPC-H's scale factor.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
public class SelectBenchmark {
    /** What lies between two sums that were added in the same order, and then some. */
    private static final double TOLERANCE = 1e-12;

    @Param({"sqlvm", "sqlvm-jdbc", "sqlvm-value", "sqlite-jdbc", "h2"})
    public String engine;

    private Summation summation;
    private Summation.Sum expected;

    /** Counts what JMH divides by the time that passed. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Counter {
        public long rows;

        @Setup(Level.Iteration)
        public void reset() {
            rows = 0;
        }
    }

    @Setup
    public void open() {
        Generator generator = new Generator(
                Path.of(System.getProperty("sqlvm.bench.data", "tpch-data")),
                Double.parseDouble(System.getProperty("sqlvm.bench.sf", "0.1")));
        Path file = generator.sqlite(false);
        // Closed before sqlvm opens the file: one process must not hold it through both.
        try (Summation sqlite = Summations.open("sqlite-jdbc", file)) {
            expected = sqlite.run();
        }
        summation = Summations.open(engine, engine.equals("h2") ? generator.h2() : file);
        check(summation.run());
    }

    @TearDown
    public void close() {
        summation.close();
    }

    @Benchmark
    public double select(Counter counter) {
        Summation.Sum sum = summation.run();
        counter.rows += sum.rows();
        return sum.value();
    }

    private void check(Summation.Sum sum) {
        double distance = Math.abs(sum.value() - expected.value());
        if (sum.rows() != expected.rows() || distance > TOLERANCE * expected.value()) {
            throw new IllegalStateException(
                    engine + " gives " + sum + ", SQLite gives " + expected);
        }
    }
}
