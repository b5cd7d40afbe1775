package org.sqlvm.bench.micro;

import org.sqlvm.tpch.Generator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The six programs in Java on one engine, each as the engine's users would write it. Python's are
 * in {@code micro.py}; a change of one is a change of both.
 */
abstract class Host implements AutoCloseable {
    static final String SELECT = "select quantity, extendedprice, discount from lineitem";
    static final String INNERJOIN = "select p.name, s.name from partsupp ps, part p, supplier s"
            + " where p.partkey = ps.partkey and s.suppkey = ps.suppkey";
    static final String SUPPLIES = "select partkey, suppkey from partsupp";
    static final String PART = "select name from part where partkey = ?";
    static final String SUPPLIER = "select name from supplier where suppkey = ?";
    static final String FUNCTION = "select reduced(extendedprice) from lineitem";
    static final String AGGREGATE = "select volume(quantity, extendedprice) from lineitem";
    static final String CREATE = "create table t (a integer, b integer)";
    static final String INSERT = "insert into t values (?, ?)";
    static final String FILLED = "select a, b from t";

    static final int FILLED_ROWS = 100_000;
    /** The factor that the function reduced multiplies by. */
    static final double REDUCED = 0.9;

    private static final Path MEMORY = Path.of("/dev/shm");

    /** The number of rows that a program has read, and the sum. */
    record Outcome(long count, double sum) {
        /** More than the relative difference of sums that were added in another order. */
        private static final double TOLERANCE = 1e-9;

        boolean equalsNearly(Outcome other) {
            return count == other.count && Math.abs(sum - other.sum) <= TOLERANCE * Math.abs(sum);
        }
    }

    /** @throws IllegalArgumentException if there is no such engine */
    static Host open(String engine, Generator data) {
        return switch (engine) {
            case "sqlvm" -> new DatabaseHost(data.sqlite(false));
            case "sqlvm-jdbc" -> new SqlvmJdbcHost(data.sqlite(false));
            case "sqlite-jdbc" -> new SqliteHost(data.sqlite(false));
            case "h2" -> new H2Host(data.h2());
            case "duckdb" -> new DuckdbHost(data.sqlite(false));
            default -> throw new IllegalArgumentException("no such engine: " + engine);
        };
    }

    final Outcome run(String benchmark) {
        return switch (benchmark) {
            case "select" -> select();
            case "innerjoin" -> innerjoin();
            case "pythonjoin" -> pythonjoin();
            case "pyfunction" -> pyfunction();
            case "pyaggregate" -> pyaggregate();
            case "filltable" -> filltable();
            default -> throw new IllegalArgumentException("no such benchmark: " + benchmark);
        };
    }

    abstract Outcome select();

    abstract Outcome innerjoin();

    abstract Outcome pythonjoin();

    abstract Outcome pyfunction();

    abstract Outcome pyaggregate();

    /** Fills a table in a database file that does not exist. */
    abstract Outcome filltable(Path file);

    private Outcome filltable() {
        try {
            Path folder = Files.isDirectory(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "filltable")
                    : Files.createTempDirectory("filltable");
            try {
                return filltable(folder.resolve("filltable.db"));
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    @Override
    public abstract void close();
}
