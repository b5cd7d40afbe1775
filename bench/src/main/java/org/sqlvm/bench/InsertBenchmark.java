package org.sqlvm.bench;

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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/**
 * Rows (id INTEGER PRIMARY KEY, title TEXT, done INTEGER) go into a new file, in one transaction.
 * System properties: {@code sqlvm.bench.rows} (10,000,000), and {@code sqlvm.bench.folder} for the
 * file. What a file holds afterwards is counted by SQLite.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@State(Scope.Benchmark)
public class InsertBenchmark {
    /** {@code sqlite-jdbc-batch} uses addBatch, {@code sqlite-jdbc} executeUpdate for each row. */
    @Param({"sqlvm", "sqlite-jdbc-batch", "sqlite-jdbc"})
    public String engine;

    private int rows;
    private String[] titles;
    private Path file;

    @Setup
    public void prepare() {
        rows = Integer.getInteger("sqlvm.bench.rows", 10_000_000);
        titles = new String[1000];
        for (int i = 0; i < titles.length; i++) {
            titles[i] = "Item number " + i + " of the list";
        }
    }

    @Setup(Level.Iteration)
    public void newFile() throws IOException {
        file = Files.createTempFile(
                Path.of(System.getProperty(
                        "sqlvm.bench.folder", System.getProperty("java.io.tmpdir"))),
                "insert",
                ".db");
    }

    @TearDown(Level.Iteration)
    public void check() throws IOException, SQLException {
        String sql = "SELECT count(*), sum(id), sum(length(title)), sum(done) FROM item";
        long length = 0;
        for (int i = 0; i < rows; i++) {
            length += titles[i % titles.length].length();
        }
        String expected = rows + " " + (long) rows * (rows + 1) / 2 + " " + length + " " + rows / 2;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            String found = result.getLong(1) + " " + result.getLong(2) + " " + result.getLong(3)
                    + " " + result.getLong(4);
            if (!found.equals(expected)) {
                throw new IllegalStateException(
                        engine + " has written " + found + ", not " + expected);
            }
        } finally {
            Files.delete(file);
        }
    }

    @Benchmark
    public void insert() {
        try (Insertion insertion = Insertion.open(engine, file)) {
            for (int i = 0; i < rows; i++) {
                insertion.add(i + 1L, titles[i % titles.length], i & 1);
            }
            insertion.commit();
        }
    }
}
