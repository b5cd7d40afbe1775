package org.sqlvm.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.sqlvm.tpch.Generator;
import org.sqlvm.workload.DataFolder;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A prepared query that finds rows by a key, run again and again with other keys: by the rowid one
 * row, by a unique index of texts one row, by an index of numbers some ten. System properties as
 * for {@link org.sqlvm.bench.micro.MicroBenchmark}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
public class PointReadBenchmark {
    private static final int READS = 10_000;

    /** The number of customers in TPC-H at scale factor 1. */
    private static final int CUSTOMERS = 150_000;

    @Param({"sqlvm", "sqlvm-jdbc", "sqlite-jdbc", "h2"})
    public String engine;

    @Param({"rowid", "title", "index"})
    public String by;

    private final long[] keys = new long[READS];
    private final String[] titles = new String[READS];
    private ItemTable items;
    private PointReads reads;
    private long expected;

    @Setup
    public void open() {
        double scaleFactor = Double.parseDouble(System.getProperty("sqlvm.bench.sf", "0.1"));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < READS; i++) {
            keys[i] = 1 + random.nextLong((long) (CUSTOMERS * scaleFactor));
            titles[i] = ItemTable.title(random.nextLong(Integer.MAX_VALUE));
        }
        Path sqlite;
        Path own;
        if (by.equals("title")) {
            items = new ItemTable();
            sqlite = items.create("sqlite-jdbc");
            own = engine.equals("h2") ? items.create("h2") : sqlite;
        } else {
            Generator generator = new Generator(
                    Path.of(System.getProperty(
                            "sqlvm.bench.data", DataFolder.of("tpch").toString())),
                    scaleFactor);
            sqlite = generator.sqlite(false);
            own = engine.equals("h2") ? generator.h2() : sqlite;
        }
        String sql = switch (by) {
            case "rowid" -> "SELECT nationkey, name FROM customer WHERE custkey = ?";
            case "title" -> ItemTable.BY_TITLE;
            default -> "SELECT orderkey, orderdate FROM orders WHERE custkey = ?";
        };
        // Closed before sqlvm opens the file: one process must not hold it through both.
        try (PointReads reference = PointReads.open("sqlite-jdbc", sqlite, sql)) {
            expected = read(reference);
        }
        reads = PointReads.open(engine, own, sql);
    }

    @TearDown
    public void close() {
        reads.close();
        if (items != null) {
            items.close();
        }
    }

    @Benchmark
    @OperationsPerInvocation(READS)
    public long read() {
        long sum = read(reads);
        if (sum != expected) {
            throw new IllegalStateException(
                    engine + " gives " + sum + ", SQLite gives " + expected);
        }
        return sum;
    }

    private long read(PointReads from) {
        long sum = 0;
        if (by.equals("title")) {
            for (String title : titles) {
                sum += from.read(title);
            }
        } else {
            for (long key : keys) {
                sum += from.read(key);
            }
        }
        return sum;
    }
}
