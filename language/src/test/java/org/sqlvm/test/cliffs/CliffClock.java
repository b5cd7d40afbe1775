package org.sqlvm.test.cliffs;

import org.graalvm.polyglot.Context;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.language.SqlvmLanguage;
import org.sqlvm.test.engines.ProcessClock;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * How long a statement takes in a database in memory: with a text that is new, and again. What
 * counts is the processor time of the process, so that others on the machine do not.
 */
abstract class CliffClock implements AutoCloseable {
    /** A statement is run until its runs have taken so long, */
    private static final double LONG_MS = 300;

    /** at most so often, */
    private static final int RUNS_MAX = 12;

    /** and at least so often, unless one takes as long as all of them may. */
    private static final int RUNS_MIN = 3;

    /**
     * The shortest times of one size.
     *
     * @param failure why there are none, or null
     */
    record Times(double newMs, double againMs, String failure) {}

    private int salt;

    /** A failure of the statement, in either engine. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1;

        FailedException(Throwable cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** A prepared statement. */
    interface Prepared extends AutoCloseable {
        void run(List<Object> parameters) throws FailedException;

        @Override
        void close() throws FailedException;
    }

    abstract Prepared prepare(String sql) throws FailedException;

    @Override
    public abstract void close();

    /** Times a dimension at one size; its tables exist. */
    Times time(Cliff cliff, int size) {
        List<Object> parameters = cliff.parameters().apply(size);
        double newMs = Double.MAX_VALUE;
        double againMs = Double.MAX_VALUE;
        double all = 0;
        try {
            for (int run = 0; run < RUNS_MAX && (run < RUNS_MIN || all < LONG_MS); run++) {
                String sql = cliff.sql(size, salt++);
                executeAll(cliff.before().apply(size));
                double begun = ProcessClock.ms();
                try (Prepared statement = prepare(sql)) {
                    statement.run(parameters);
                    double first = ProcessClock.ms() - begun;
                    executeAll(cliff.before().apply(size));
                    begun = ProcessClock.ms();
                    statement.run(parameters);
                    double second = ProcessClock.ms() - begun;
                    newMs = Math.min(newMs, first);
                    againMs = Math.min(againMs, second);
                    all += first + second;
                }
                if (all > LONG_MS * RUNS_MIN) {
                    break;
                }
            }
            return new Times(newMs, againMs, null);
        } catch (FailedException e) {
            return new Times(0, 0, e.getMessage());
        }
    }

    private void executeAll(List<String> statements) throws FailedException {
        for (String sql : statements) {
            execute(sql);
        }
    }

    void execute(String sql) throws FailedException {
        try (Prepared statement = prepare(sql)) {
            statement.run(List.of());
        }
    }

    /** sqlvm, as a program that knows nothing of its options has it. */
    static CliffClock sqlvm() {
        Context context = Context.newBuilder(SqlvmLanguage.ID)
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        Database database = context.getBindings(SqlvmLanguage.ID)
                .getMember("open")
                .execute(":memory:")
                .getMember("host")
                .asHostObject();
        return new CliffClock() {
            @Override
            Prepared prepare(String sql) throws FailedException {
                try {
                    return prepared(database.prepare(sql));
                } catch (SqlvmException e) {
                    throw new FailedException(e);
                }
            }

            @Override
            public void close() {
                database.close();
                context.close();
            }
        };
    }

    private static Prepared prepared(Statement statement) {
        return new Prepared() {
            @Override
            public void run(List<Object> parameters) throws FailedException {
                try {
                    for (int i = 0; i < parameters.size(); i++) {
                        statement.bind(i + 1, parameters.get(i));
                    }
                    if (!statement.isQuery()) {
                        statement.execute();
                        return;
                    }
                    try (Rows rows = statement.query()) {
                        while (rows.next()) {
                            for (int i = 0; i < rows.columnCount(); i++) {
                                rows.getObject(i);
                            }
                        }
                    }
                } catch (SqlvmException e) {
                    throw new FailedException(e);
                }
            }

            @Override
            public void close() {
                statement.close();
            }
        };
    }

    static CliffClock sqlite() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        return new CliffClock() {
            @Override
            Prepared prepare(String sql) throws FailedException {
                try {
                    return prepared(connection.prepareStatement(sql));
                } catch (SQLException e) {
                    throw new FailedException(e);
                }
            }

            @Override
            public void close() {
                try {
                    connection.close();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private static Prepared prepared(PreparedStatement statement) {
        return new Prepared() {
            @Override
            public void run(List<Object> parameters) throws FailedException {
                try {
                    for (int i = 0; i < parameters.size(); i++) {
                        statement.setObject(i + 1, parameters.get(i));
                    }
                    if (!statement.execute()) {
                        return;
                    }
                    try (ResultSet rows = statement.getResultSet()) {
                        int count = rows.getMetaData().getColumnCount();
                        while (rows.next()) {
                            for (int i = 1; i <= count; i++) {
                                rows.getObject(i);
                            }
                        }
                    }
                } catch (SQLException e) {
                    throw new FailedException(e);
                }
            }

            @Override
            public void close() throws FailedException {
                try {
                    statement.close();
                } catch (SQLException e) {
                    throw new FailedException(e);
                }
            }
        };
    }
}
