package org.sqlvm.workload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** SQLite, H2 and DuckDB, through JDBC. */
final class JdbcEngine implements Engine {
    /** Before the file. */
    static final String SQLITE = "jdbc:sqlite:";

    static final String DUCKDB = "jdbc:duckdb:";

    private final Connection connection;

    private JdbcEngine(String url) {
        try {
            connection = DriverManager.getConnection(url);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    static JdbcEngine sqlite(Path file) {
        return new JdbcEngine(SQLITE + file);
    }

    static JdbcEngine h2(Path base) {
        return new JdbcEngine(h2Url(base));
    }

    static JdbcEngine duckdb(Path file, int threads) {
        JdbcEngine engine = new JdbcEngine(DUCKDB + file);
        try (Statement statement = engine.connection.createStatement()) {
            statement.execute("set threads = " + threads);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        return engine;
    }

    /**
     * H2 would give the rows of the same query before; and some columns have words of H2's for
     * names.
     */
    static String h2Url(Path base) {
        return "jdbc:h2:" + base.toAbsolutePath()
                + ";NON_KEYWORDS=VALUE,KEY,YEAR;OPTIMIZE_REUSE_RESULTS=0";
    }

    @Override
    public Answer run(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData metadata = result.getMetaData();
            int count = metadata.getColumnCount();
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                columns.add(metadata.getColumnLabel(i));
            }
            List<List<Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>(count);
                for (int i = 1; i <= count; i++) {
                    row.add(cell(result.getObject(i)));
                }
                rows.add(row);
            }
            return new Answer(columns, rows);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static Object cell(Object value) {
        return switch (value) {
            case null -> null;
            case Integer number -> (long) number;
            case Float number -> (double) number;
            case BigInteger number -> number.longValueExact();
            case BigDecimal number
            when number.stripTrailingZeros().scale() <= 0 -> number.longValueExact();
            case BigDecimal number -> number.doubleValue();
            case Long number -> number;
            case Double number -> number;
            default -> value.toString();
        };
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
