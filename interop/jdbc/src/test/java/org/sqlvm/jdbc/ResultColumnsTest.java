package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;

/**
 * Names and types of a result's columns are those that sqlite-jdbc tells: with a row and without
 * one, before the first row and on it, of a statement that has not run and of one that has.
 */
@Tag("native")
class ResultColumnsTest {
    private static final List<String> SCHEMA = List.of(
            "CREATE TABLE t (i INTEGER PRIMARY KEY, r REAL, x TEXT, b BLOB, n NUMERIC,"
                    + " d DECIMAL(10, 2), v varchar(20), dt DATE, ts TIMESTAMP, dtt datetime,"
                    + " bo BOOLEAN, no, dp DOUBLE PRECISION, u UNSIGNED BIG INT, bg BIGINT,"
                    + " si SMALLINT, ty TINYINT, i2 INT2, i8 INT8, mi MEDIUMINT, fl FLOAT,"
                    + " ch CHAR(5), chr CHARACTER(4), nc NCHAR(4), nv NVARCHAR(9),"
                    + " nac NATIVE CHARACTER(7), vc VARYING CHARACTER(7), cl CLOB, bi BINARY(3),"
                    + " it INT, nu NUMBER(8,3), js JSON)",
            "CREATE TABLE e (i INTEGER, x TEXT, d DECIMAL(10, 2))",
            "CREATE VIEW vw AS SELECT i, x AS xx, i + 1 AS j, CAST(i AS TEXT) AS c, d,"
                    + " (SELECT d FROM e) AS q FROM t",
            "INSERT INTO t (i, r, x, b, n, d, v) VALUES (1, 1.5, 'a', x'01', 5, 2.5, 'v')",
            "INSERT INTO t VALUES (5000000000, 3, 'b', NULL, 2.5, 7, 'q', 'day', 1, '2020-01-01',"
                    + " 'true', x'01', 'x', 'x', 3000000000, 1, 'x', 2.5, 1, -3000000000, 'f', 'c',"
                    + " 1, 'c', 2, 'n', 'v', 5, 'text', 1.5, 3, '{}')",
            "INSERT INTO t (i, d, bo, dt, ts, dtt, bi, cl, u, dp, fl, nu, js, ch)"
                    + " VALUES (2, 'x', 1, 5, 1.5, 7, x'01', 'c', 1, 2.5, 2, 1.5, 1, 'c')");

    private Connection ours;
    private Connection theirs;

    @BeforeEach
    void open() throws SQLException {
        ours = DriverManager.getConnection("jdbc:sqlvm::memory:");
        theirs = DriverManager.getConnection("jdbc:sqlite::memory:");
        for (Connection connection : List.of(ours, theirs)) {
            try (Statement statement = connection.createStatement()) {
                for (String sql : SCHEMA) {
                    statement.execute(sql);
                }
            }
        }
    }

    @AfterEach
    void close() throws SQLException {
        ours.close();
        theirs.close();
    }

    private interface Question {
        String answer(Connection connection) throws SQLException;
    }

    private void assertSame(String sql, Question question) throws SQLException {
        assertEquals(question.answer(theirs), question.answer(ours), sql);
    }

    private static String described(ResultSetMetaData data) throws SQLException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= data.getColumnCount(); i++) {
            text.append(data.getColumnName(i))
                    .append(" (" + data.getColumnLabel(i) + ") of '" + data.getTableName(i))
                    .append("': " + data.getColumnType(i) + " "
                            + data.getColumnTypeName(i).strip())
                    .append("(" + data.getPrecision(i) + ", " + data.getScale(i) + ")\n");
        }
        return text.toString();
    }

    /** One that stays as it is when rows are read is looked at, too. */
    private static String rows(Connection connection, String sql) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData first = rows.getMetaData();
            text.append("before the first row\n").append(described(first));
            for (int i = 1; rows.next(); i++) {
                text.append("row " + i + "\n").append(described(rows.getMetaData()));
                assertEquals(described(rows.getMetaData()), described(first));
            }
        }
        return text.toString();
    }

    private static String prepared(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            String before = described(statement.getMetaData());
            try (ResultSet rows = statement.executeQuery()) {
                String after = described(statement.getMetaData());
                rows.next();
                return before + "\n" + after + "\n" + described(statement.getMetaData());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t ORDER BY i",
                "SELECT * FROM t WHERE 1=0",
                "SELECT i, r, x, d, bo, dt, no FROM t ORDER BY i DESC",
                "SELECT * FROM vw ORDER BY i",
                "SELECT * FROM vw WHERE 1=0",
                "SELECT t.i AS \"a b\", i AS I, x AS x, d z FROM t",
                "SELECT rowid, oid, i FROM t",
                "SELECT (d), +d, -d, d COLLATE NOCASE, d + 1, x || 'a', NOT i, i IS NULL FROM t",
                "SELECT 1, 1.5, 'a', x'01', NULL, 3900000000, -3000000000, 1e300, TRUE",
                "SELECT 2147483647, 2147483648, -2147483648, -2147483649",
                "SELECT 1, 1.5, 'a', x'01', NULL, 3900000000 WHERE 1=0",
                "SELECT cast(1 as text), cast(1 as varchar(10)), cast(1.5 as decimal(10,2)),"
                        + " cast('1' as integer), cast(1 as blob), cast(1 as bigint)",
                "SELECT cast(1 as text), cast(1 as varchar(10)), cast(1.5 as decimal(10,2)),"
                        + " cast(1 as date), CAST(1 AS TEXT), cast(1 as boolean) AS q WHERE 0",
                "SELECT 1 + cast(1 as text), sum(cast(i as int)), cast(1 as double precision) FROM"
                        + " t",
                "SELECT count(*), sum(i), avg(i), min(x), max(r), total(i), group_concat(x) FROM t",
                "SELECT count(*), sum(i), avg(i), min(x), max(d) FROM e",
                "SELECT count(*), sum(i), min(x), d FROM t WHERE 1=0 GROUP BY d",
                "SELECT (SELECT x FROM t WHERE i = 1), (SELECT d FROM e), EXISTS (SELECT 1)",
                "SELECT (SELECT i FROM e UNION SELECT x FROM e), (SELECT d FROM e UNION SELECT"
                        + " NULL)",
                "SELECT * FROM (SELECT (SELECT d FROM e) AS k, (SELECT max(d) FROM t) AS m)",
                "SELECT * FROM (SELECT i, x y, i+1, d FROM t) SPARK_GEN_SUBQ_0 WHERE 1=0",
                "SELECT * FROM (SELECT count(*) c, sum(r) s, x||'a' k FROM t) q WHERE 1=0",
                "SELECT i FROM t UNION SELECT x FROM t",
                "SELECT i FROM e UNION ALL SELECT x FROM t",
                "SELECT 1 UNION SELECT d FROM t",
                "SELECT * FROM (SELECT i FROM t UNION ALL SELECT x FROM t) WHERE 0",
                "SELECT * FROM (SELECT 1 UNION SELECT i FROM t ORDER BY 1 LIMIT 1)",
                "WITH c AS (SELECT i, d, i+1 k FROM t) SELECT * FROM c WHERE 0",
                "WITH RECURSIVE c(n) AS (SELECT i FROM e UNION ALL SELECT n+1 FROM c) SELECT *"
                        + " FROM c",
                "VALUES (1, 'a', 2.5)",
                "SELECT t.i, e.i, t.d + 1, e.d FROM t LEFT JOIN e ON t.i = e.i",
                "PRAGMA table_info(t)",
                "PRAGMA foreign_keys",
                "PRAGMA journal_mode",
                "PRAGMA database_list",
                "SELECT * FROM pragma_table_info('t')",
                "SELECT * FROM sqlite_schema WHERE 0",
                "SELECT name AS n, type, rootpage FROM sqlite_schema",
                "INSERT INTO e VALUES (1, 'x', 2.5) RETURNING i, x AS k, d, d + 1, 'a', rowid",
                "UPDATE e SET i = 2 WHERE 0 RETURNING *, i + 1",
                "SELECT value, key, type FROM json_each('[1]')",
                "SELECT row_number() OVER (), d FROM t WHERE 0",
                "EXPLAIN QUERY PLAN SELECT 1",
            })
    void typesAreThoseOfTheOtherDriver(String sql) throws SQLException {
        assertSame(sql, connection -> rows(connection, sql));
        assertSame(sql, connection -> prepared(connection, sql));
    }

    /** Where the other driver says NUMERIC of names that it does not know. */
    @Test
    void otherNamesHaveTypesWithoutARow() throws SQLException {
        try (Statement statement = ours.createStatement()) {
            statement.execute("CREATE TABLE o (a TIME, b BOOL, c BIT, d VARBINARY(9), e LONGTEXT,"
                    + " f INT4, g VARCHAR (30), h JSON, i UUID, j SMALLSERIAL)");
            ResultSetMetaData data = statement.executeQuery("SELECT * FROM o").getMetaData();
            int[] types = {
                Types.TIME, Types.BOOLEAN, Types.BOOLEAN, Types.VARBINARY, Types.VARCHAR,
                Types.INTEGER, Types.VARCHAR, Types.NUMERIC, Types.NUMERIC, Types.NUMERIC
            };
            for (int i = 0; i < types.length; i++) {
                assertEquals(types[i], data.getColumnType(i + 1), data.getColumnName(i + 1));
            }
        }
    }

    @Test
    void classesAreThoseOfGetObject() throws SQLException {
        try (Statement statement = ours.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT 1, 3900000000, 1.5, 'a', x'01', i, d, x, bo FROM t ORDER BY i")) {
            ResultSetMetaData data = rows.getMetaData();
            while (rows.next()) {
                for (int i = 1; i <= data.getColumnCount(); i++) {
                    Object value = rows.getObject(i);
                    if (value != null) {
                        String type = value.getClass().getName();
                        assertEquals(type, data.getColumnClassName(i), "column " + i);
                    }
                }
            }
        }
    }
}
