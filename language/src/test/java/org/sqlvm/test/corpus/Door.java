package org.sqlvm.test.corpus;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.sqlite.SQLiteException;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.test.engines.SqliteEngine;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The ways by which a program comes to a database, and to the errors of its statements. */
enum Door {
    /** SQLite itself, which the others have to agree with. */
    SQLITE {
        @Override
        Session open(String name) throws Failure {
            return new SqliteSession(name);
        }
    },
    /** {@link Database}. */
    JAVA {
        @Override
        Session open(String name) throws Failure {
            return new JavaSession(name);
        }
    },
    /** The members of the polyglot value of a database. */
    MEMBERS {
        @Override
        Session open(String name) throws Failure {
            return new MembersSession(name);
        }
    },
    /** {@link Context#eval} with the database of the context's options. */
    EVAL {
        @Override
        Session open(String name) {
            return new EvalSession(name);
        }
    };

    private static final String LANGUAGE = "sqlvm";

    /** Opens a connection; what is wrong with the file may show with the first statement. */
    abstract Session open(String name) throws Failure;

    /** An error that the database reports: SQLite's extended result code and words. */
    static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;

        final int code;

        private Failure(int code, String message, Exception cause) {
            super(message, cause);
            this.code = code;
        }

        private static Failure of(SQLException e) {
            return e instanceof SQLiteException error
                    ? new Failure(error.getResultCode().code, SqliteEngine.message(error), e)
                    : new Failure(-1, e.getMessage(), e);
        }

        private static Failure of(SqlvmException e) {
            return new Failure(e.code(), e.getMessage(), e);
        }

        private static Failure of(PolyglotException e) {
            Value error = e.isGuestException() ? e.getGuestObject() : null;
            return new Failure(
                    error == null ? -1 : error.getMember("code").asInt(), e.getMessage(), e);
        }
    }

    /** A connection, with one query that may be open beside other statements. */
    interface Session extends AutoCloseable {
        /** Runs a statement to its end. */
        void run(String sql) throws Failure;

        /** Begins a query and reads its first row. */
        void first(String sql) throws Failure;

        /** Reads another row of it. */
        void next() throws Failure;

        @Override
        void close() throws Failure;
    }

    private static final class SqliteSession implements Session {
        private final Connection connection;
        private Statement open;
        private ResultSet rows;

        SqliteSession(String name) throws Failure {
            try {
                connection = DriverManager.getConnection("jdbc:sqlite:" + name);
            } catch (SQLException e) {
                throw Failure.of(e);
            }
        }

        @Override
        public void run(String sql) throws Failure {
            try (Statement statement = connection.createStatement()) {
                if (statement.execute(sql)) {
                    ResultSet result = statement.getResultSet();
                    while (result.next()) {
                        result.getObject(1);
                    }
                }
            } catch (SQLException e) {
                throw Failure.of(e);
            }
        }

        @Override
        public void first(String sql) throws Failure {
            try {
                open = connection.createStatement();
                rows = open.executeQuery(sql);
            } catch (SQLException e) {
                throw Failure.of(e);
            }
            next();
        }

        @Override
        public void next() throws Failure {
            try {
                rows.next();
            } catch (SQLException e) {
                throw Failure.of(e);
            }
        }

        @Override
        public void close() throws Failure {
            try {
                if (open != null) {
                    open.close();
                }
                connection.close();
            } catch (SQLException e) {
                throw Failure.of(e);
            }
        }
    }

    private static Context context(String database) {
        return Context.newBuilder(LANGUAGE)
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Database", database)
                .build();
    }

    private static Value opened(Context context, String name) throws Failure {
        try {
            return context.getBindings(LANGUAGE).getMember("open").execute(name);
        } catch (PolyglotException e) {
            Failure failure = Failure.of(e);
            context.close();
            throw failure;
        }
    }

    private static final class JavaSession implements Session {
        private final Context context = context(":memory:");
        private final Database database;
        private Rows rows;

        JavaSession(String name) throws Failure {
            database = opened(context, name).getMember("host").asHostObject();
        }

        @Override
        public void run(String sql) throws Failure {
            try {
                database.execute(sql);
            } catch (SqlvmException e) {
                throw Failure.of(e);
            }
        }

        @Override
        public void first(String sql) throws Failure {
            try {
                rows = database.query(sql);
            } catch (SqlvmException e) {
                throw Failure.of(e);
            }
            next();
        }

        @Override
        public void next() throws Failure {
            try {
                rows.next();
            } catch (SqlvmException e) {
                throw Failure.of(e);
            }
        }

        @Override
        public void close() throws Failure {
            try {
                database.close();
            } catch (SqlvmException e) {
                throw Failure.of(e);
            } finally {
                context.close();
            }
        }
    }

    /** Both ways of the polyglot API: they differ in how SQL gets in. */
    private abstract static class PolyglotSession implements Session {
        private Value rows;

        abstract Value result(String sql);

        @Override
        public void run(String sql) throws Failure {
            try {
                Value result = result(sql);
                if (result.hasIterator()) {
                    Value all = result.getIterator();
                    while (all.hasIteratorNextElement()) {
                        all.getIteratorNextElement();
                    }
                }
            } catch (PolyglotException e) {
                throw Failure.of(e);
            }
        }

        @Override
        public void first(String sql) throws Failure {
            try {
                rows = result(sql).getIterator();
            } catch (PolyglotException e) {
                throw Failure.of(e);
            }
            next();
        }

        @Override
        public void next() throws Failure {
            try {
                if (rows.hasIteratorNextElement()) {
                    rows.getIteratorNextElement();
                }
            } catch (PolyglotException e) {
                throw Failure.of(e);
            }
        }
    }

    private static final class MembersSession extends PolyglotSession {
        private final Context context = context(":memory:");
        private final Value database;

        MembersSession(String name) throws Failure {
            database = opened(context, name);
        }

        @Override
        Value result(String sql) {
            return database.getMember("execute").execute(sql);
        }

        @Override
        public void close() throws Failure {
            try {
                database.getMember("close").execute();
            } catch (PolyglotException e) {
                throw Failure.of(e);
            } finally {
                context.close();
            }
        }
    }

    private static final class EvalSession extends PolyglotSession {
        private final Context context;

        EvalSession(String name) {
            context = context(name);
        }

        @Override
        Value result(String sql) {
            return context.eval(LANGUAGE, sql);
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
