package org.sqlvm.bench.tasks;

import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.Locale;

/** How an engine writes tasks into a new file, in one transaction. */
enum TaskWriter {
    /** {@code insertAll}. */
    SQLVM {
        @Override
        void write(Path file, Iterator<Task> tasks, boolean journal) {
            try (Database database = Sqlvm.open(file.toString())) {
                prepare(database, journal);
                database.insertAll("tasks", tasks);
            }
        }
    },
    /** A prepared statement for each task. */
    SQLVM_STATEMENT {
        @Override
        void write(Path file, Iterator<Task> tasks, boolean journal) {
            try (Database database = Sqlvm.open(file.toString())) {
                prepare(database, journal);
                database.execute("BEGIN");
                try (var statement = database.prepare(INSERT)) {
                    while (tasks.hasNext()) {
                        Task task = tasks.next();
                        statement
                                .bindLong(1, task.id())
                                .bindText(2, task.title())
                                .bindLong(3, task.done() ? 1 : 0)
                                .execute();
                    }
                }
                database.execute("COMMIT");
            }
        }
    },
    SQLVM_JDBC {
        @Override
        void write(Path file, Iterator<Task> tasks, boolean journal) throws SQLException {
            writeBatches("jdbc:sqlvm:" + file, tasks, journal, "INTEGER");
        }
    },
    SQLITE_JDBC {
        @Override
        void write(Path file, Iterator<Task> tasks, boolean journal) throws SQLException {
            writeBatches("jdbc:sqlite:" + file, tasks, journal, "INTEGER");
        }
    },
    /** DuckDB's appender. */
    DUCKDB {
        @Override
        void write(Path file, Iterator<Task> tasks, boolean journal) throws SQLException {
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("set threads = 1");
                    statement.execute("CREATE TABLE tasks(id BIGINT, title VARCHAR, done BOOLEAN)");
                }
                try (DuckDBAppender appender =
                        connection.unwrap(DuckDBConnection.class).createAppender("main", "tasks")) {
                    while (tasks.hasNext()) {
                        Task task = tasks.next();
                        appender.beginRow();
                        appender.append(task.id());
                        appender.append(task.title());
                        appender.append(task.done());
                        appender.endRow();
                    }
                }
            }
        }
    },
    H2 {
        @Override
        void write(Path file, Iterator<Task> tasks, boolean journal) throws SQLException {
            writeBatches("jdbc:h2:" + file, tasks, true, "BOOLEAN");
        }
    };

    private static final String INSERT = "INSERT INTO tasks VALUES (?, ?, ?)";
    private static final int BATCH = 10_000;

    /** @param journal whether there is a rollback journal; for engines that can do without */
    abstract void write(Path file, Iterator<Task> tasks, boolean journal) throws SQLException;

    /** Its name, as options have it. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void prepare(Database database, boolean journal) {
        if (!journal) {
            database.execute("PRAGMA journal_mode = OFF");
            database.execute("PRAGMA synchronous = OFF");
        }
        database.execute(Task.TABLE.formatted("INTEGER"));
    }

    private static void writeBatches(
            String address, Iterator<Task> tasks, boolean journal, String truth)
            throws SQLException {
        try (Connection connection = DriverManager.getConnection(address)) {
            try (Statement statement = connection.createStatement()) {
                if (!journal) {
                    statement.execute("PRAGMA journal_mode = OFF");
                    statement.execute("PRAGMA synchronous = OFF");
                }
                statement.execute(Task.TABLE.formatted(truth));
            }
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                int waiting = 0;
                while (tasks.hasNext()) {
                    Task task = tasks.next();
                    insert.setLong(1, task.id());
                    insert.setString(2, task.title());
                    insert.setBoolean(3, task.done());
                    insert.addBatch();
                    if (++waiting == BATCH) {
                        insert.executeBatch();
                        waiting = 0;
                    }
                }
                insert.executeBatch();
            }
            connection.commit();
        }
    }
}
