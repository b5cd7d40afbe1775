package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Database;
import org.sqlvm.api.FunctionOption;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Functions and collations of a program, as lambdas and in the form of sqlite-jdbc. */
final class CallbackTest {
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlvm::memory:");
        statement = connection.createStatement();
        statement.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3)");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private String value(String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            assertTrue(rows.next());
            return rows.getString(1);
        }
    }

    @Test
    void lambdas() throws SQLException {
        Database database = connection.unwrap(Database.class);
        database.createFunction("twice", (double x) -> 2 * x);
        assertEquals("12.0", value("SELECT sum(twice(x)) FROM t"));
    }

    /** {@code joined(a, b, …)}: its arguments as one text. */
    private static final class Joined extends Function {
        @Override
        protected void xFunc() throws SQLException {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < args(); i++) {
                text.append(value_type(i)).append(':').append(value_text(i)).append(' ');
            }
            result(text.toString().strip());
        }
    }

    @Test
    void functionsOfSqliteJdbc() throws SQLException {
        Function.create(connection, "joined", new Joined(), Function.FLAG_DETERMINISTIC);
        assertEquals("1:7 2:0.5 3:a 5:null", value("SELECT joined(7, 0.5, 'a', NULL)"));
        Function.destroy(connection, "joined");
        assertThrows(SQLException.class, () -> value("SELECT joined(1)"));
    }

    /** The sum of squares. */
    private static final class Squares extends Function.Window {
        private long sum;

        @Override
        protected void xStep() throws SQLException {
            sum += value_long(0) * value_long(0);
        }

        @Override
        protected void xInverse() throws SQLException {
            sum -= value_long(0) * value_long(0);
        }

        @Override
        protected void xValue() throws SQLException {
            result(sum);
        }

        @Override
        protected void xFinal() throws SQLException {
            result(sum);
        }
    }

    @Test
    void aggregatesHaveACopyForEachGroup() throws SQLException {
        Function.create(connection, "squares", new Squares(), 1, 0);
        assertEquals(
                "1,4,9",
                value("SELECT group_concat(s) FROM (SELECT squares(x) AS s FROM t GROUP BY x)"));
        assertEquals(
                "1,5,13",
                value("SELECT group_concat(s) FROM (SELECT squares(x) OVER (ORDER BY x"
                        + " ROWS 1 PRECEDING) AS s FROM t)"));
    }

    @Test
    void collations() throws SQLException {
        Collation.create(connection, "backwards", new Collation() {
            @Override
            protected int xCompare(String left, String right) {
                return right.compareTo(left);
            }
        });
        assertEquals(
                "c", value("SELECT * FROM (VALUES ('a'), ('c')) ORDER BY 1 COLLATE backwards"));
        Collation.destroy(connection, "backwards");
    }

    @Test
    void functionsMayUseOtherConnections() throws SQLException {
        try (Connection other = DriverManager.getConnection("jdbc:sqlvm::memory:");
                Statement query = other.createStatement()) {
            query.execute("CREATE TABLE names (id, name); INSERT INTO names VALUES (2, 'two')");
            connection.unwrap(Database.class).createFunction("name", 1, (arguments, result) -> {
                try (ResultSet rows = query.executeQuery(
                        "SELECT name FROM names WHERE id = " + arguments.getLong(0))) {
                    result.setText(rows.next() ? rows.getString(1) : "none");
                }
            });
            assertEquals("none,two,none", value("SELECT group_concat(name(x)) FROM t"));
        }
    }

    @Test
    void errorsUndoTheStatement() throws SQLException {
        Database database = connection.unwrap(Database.class);
        database.createFunction(
                "picky",
                1,
                (arguments, result) -> {
                    if (arguments.getLong(0) == 3) {
                        throw new IllegalArgumentException("no threes");
                    }
                    result.setLong(arguments.getLong(0) * 10);
                },
                FunctionOption.DETERMINISTIC);
        SQLException error = assertThrows(
                SQLException.class, () -> statement.executeUpdate("UPDATE t SET x = picky(x)"));
        assertEquals("38000", error.getSQLState());
        assertInstanceOf(IllegalArgumentException.class, error.getCause());
        assertEquals("6", value("SELECT sum(x) FROM t"));
        ResultSet rows = statement.executeQuery("SELECT picky(x) FROM t");
        assertThrows(SQLException.class, () -> {
            while (rows.next()) {
                rows.getInt(1);
            }
        });
        Function.create(connection, "wrong", new Function() {
            @Override
            protected void xFunc() throws SQLException {
                error("this is wrong");
            }
        });
        error = assertThrows(SQLException.class, () -> value("SELECT wrong()"));
        assertTrue(error.getMessage().contains("this is wrong"), error.getMessage());
    }
}
