package org.sqlvm.ecosystem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import javax.sql.DataSource;

/** A pool of ten connections to a file with a write-ahead log, and to databases in memory. */
final class HikariTest {
    private static final int WRITER_COUNT = 10;
    private static final int ROW_COUNT = 50;

    @TempDir
    Path folder;

    private HikariConfig config() {
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(10);
        config.addDataSourceProperty("journal_mode", "WAL");
        config.addDataSourceProperty("synchronous", "NORMAL");
        return config;
    }

    @Test
    void tenWritersShareAPool() throws Exception {
        tenWriters("jdbc:sqlvm:" + folder.resolve("pool.db"));
    }

    @Test
    void tenWritersShareAPoolInMemory() throws Exception {
        tenWriters("jdbc:sqlvm:file:pool?mode=memory&cache=shared");
        tenWriters("jdbc:sqlvm:file:/pool?vfs=memdb");
    }

    private void tenWriters(String url) throws Exception {
        HikariConfig config = config();
        config.setJdbcUrl(url);
        config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        try (HikariDataSource pool = new HikariDataSource(config);
                ExecutorService threads = Executors.newFixedThreadPool(WRITER_COUNT)) {
            execute(pool, "CREATE TABLE t (writer INTEGER, number INTEGER)");
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITER_COUNT; i++) {
                int writer = i;
                writers.add(threads.submit(() -> {
                    write(pool, writer);
                    return null;
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
                assertTrue(rows.next());
                assertEquals(WRITER_COUNT * ROW_COUNT, rows.getInt(1));
            }
        }
    }

    private static void write(DataSource pool, int writer) throws SQLException {
        for (int i = 0; i < ROW_COUNT; i++) {
            try (Connection connection = pool.getConnection();
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                insert.setInt(1, writer);
                insert.setInt(2, i);
                assertEquals(1, insert.executeUpdate());
            }
        }
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void whatWasNotCommittedIsUndone() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSourceClassName("org.sqlvm.jdbc.SqlvmDataSource");
        config.addDataSourceProperty("url", "jdbc:sqlvm:" + folder.resolve("source.db"));
        config.addDataSourceProperty("foreignKeys", "true");
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            execute(pool, "CREATE TABLE t (x)");
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                connection.setReadOnly(false);
                statement.executeUpdate("INSERT INTO t VALUES (1)");
            }
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
                assertTrue(connection.getAutoCommit());
                assertTrue(rows.next());
                assertEquals(0, rows.getInt(1));
            }
        }
    }
}
