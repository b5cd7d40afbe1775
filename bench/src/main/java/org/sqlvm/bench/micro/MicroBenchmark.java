package org.sqlvm.bench.micro;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
import org.sqlvm.workload.DataFolder;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The six programs in Java. An iteration is one run of one of them, the first run in the process
 * included. System properties: {@code sqlvm.bench.data}, the folder of the databases;
 * {@code sqlvm.bench.sf}, TPC-H's scale factor; {@code sqlvm.bench.seconds}: iterations that begin
 * later do nothing and count nothing, if three have run; {@code sqlvm.bench.before}: for how many
 * seconds each of the other five programs runs first, if they are to.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 30)
@State(Scope.Benchmark)
public class MicroBenchmark {
    static final int RUNS_MIN = 3;

    @Param({"select", "innerjoin", "pythonjoin", "pyfunction", "pyaggregate", "filltable"})
    public String benchmark;

    @Param({"sqlvm", "sqlvm-jdbc", "sqlite-jdbc", "h2"})
    public String engine;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long secondsMax = Long.getLong("sqlvm.bench.seconds", Long.MAX_VALUE);
    private Generator data;
    private Host host;
    private Host.Outcome outcome;
    private long begun;
    private int runs;

    /** The rows and the sum of one run, and the processor time of its thread. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counter {
        public long count;
        public double sum;
        public double cpuMs;
        /** How long the process had run before. */
        public double begunMs;
    }

    @Setup
    public void open() {
        data = new Generator(
                Path.of(System.getProperty(
                        "sqlvm.bench.data", DataFolder.of("tpch").toString())),
                Double.parseDouble(System.getProperty("sqlvm.bench.sf", "0.1")));
        host = Host.open(engine, data);
        Long before = Long.getLong("sqlvm.bench.before");
        if (before != null) {
            runOthers(TimeUnit.SECONDS.toNanos(before));
        }
        begun = System.nanoTime();
    }

    private void runOthers(long nanosEach) {
        for (String other : MicroCommand.BENCHMARKS) {
            long otherBegun = System.nanoTime();
            int count = 0;
            while (!other.equals(benchmark)
                    && (count < RUNS_MIN || System.nanoTime() - otherBegun < nanosEach)) {
                host.run(other);
                count++;
            }
        }
    }

    @Benchmark
    public double run(Counter counter) {
        boolean late = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun) >= secondsMax;
        if (late && runs >= RUNS_MIN) {
            return 0;
        }
        counter.begunMs = ManagementFactory.getRuntimeMXBean().getUptime();
        long cpuBegun = threads.getCurrentThreadCpuTime();
        outcome = host.run(benchmark);
        counter.cpuMs = (threads.getCurrentThreadCpuTime() - cpuBegun) / 1e6;
        counter.count = outcome.count();
        counter.sum = outcome.sum();
        runs++;
        return outcome.sum();
    }

    /** After the measurement, and with our file closed: one process must not hold it twice. */
    @TearDown
    public void check() {
        host.close();
        if (engine.equals("sqlite-jdbc") || secondsMax != Long.MAX_VALUE) {
            return; // The command that sets the time compares all engines' outcomes itself.
        }
        try (Host sqlite = Host.open("sqlite-jdbc", data)) {
            Host.Outcome expected = sqlite.run(benchmark);
            if (!outcome.equalsNearly(expected)) {
                throw new IllegalStateException(
                        engine + " gives " + outcome + ", SQLite gives " + expected);
            }
        }
    }
}
