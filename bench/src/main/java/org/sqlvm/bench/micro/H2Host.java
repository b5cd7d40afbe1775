package org.sqlvm.bench.micro;

import org.h2.api.AggregateFunction;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;

/** H2, which must not answer a query with the result that it gave before. */
public final class H2Host extends JdbcHost {
    H2Host(Path file) {
        super(
                "jdbc:h2:",
                file,
                ";NON_KEYWORDS=VALUE,KEY,YEAR;OPTIMIZE_REUSE_RESULTS=0;LAZY_QUERY_EXECUTION=1");
    }

    @Override
    void register(Connection on) throws SQLException {
        try (Statement statement = on.createStatement()) {
            String host = H2Host.class.getName();
            statement.execute("create alias if not exists reduced for \"" + host + ".reduced\"");
            statement.execute("create aggregate if not exists volume for \"" + host + "$Volume\"");
        }
    }

    @Override
    void unregister(Connection on) throws SQLException {
        try (Statement statement = on.createStatement()) {
            statement.execute("drop alias reduced");
            statement.execute("drop aggregate volume");
        }
    }

    /** For H2 to call. */
    public static double reduced(double price) {
        return price * REDUCED;
    }

    /** For H2 to make. */
    public static final class Volume implements AggregateFunction {
        private double total;

        /** For H2. */
        public Volume() {}

        @Override
        public int getType(int[] inputTypes) {
            return Types.DOUBLE;
        }

        @Override
        public void add(Object value) {
            Object[] arguments = (Object[]) value;
            total += ((Number) arguments[0]).longValue() * ((Number) arguments[1]).doubleValue();
        }

        @Override
        public Object getResult() {
            return total;
        }
    }
}
