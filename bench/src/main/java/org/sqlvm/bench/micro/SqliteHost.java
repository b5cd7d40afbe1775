package org.sqlvm.bench.micro;

import org.sqlite.Function;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** SQLite through sqlite-jdbc. */
final class SqliteHost extends JdbcHost {
    SqliteHost(Path file) {
        super("jdbc:sqlite:", file, "");
    }

    @Override
    void register(Connection on) throws SQLException {
        Function.create(on, "reduced", new Reduced());
        Function.create(on, "volume", new Volume());
    }

    private static final class Reduced extends Function {
        @Override
        protected void xFunc() throws SQLException {
            result(value_double(0) * REDUCED);
        }
    }

    private static final class Volume extends Function.Aggregate {
        private double total;

        @Override
        protected void xStep() throws SQLException {
            total += value_long(0) * value_double(1);
        }

        @Override
        protected void xFinal() throws SQLException {
            result(total);
        }
    }
}
