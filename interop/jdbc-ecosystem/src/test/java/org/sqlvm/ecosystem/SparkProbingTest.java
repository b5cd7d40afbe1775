package org.sqlvm.ecosystem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a JDBC source like Spark: gets the types of the columns from a query without rows, and then
 * reads every column with the getter of its type.
 */
final class SparkProbingTest {
    private static final String QUERY =
            "(SELECT id, name, price, weight, since, made, large, active, count(*) AS n,"
                + " sum(large) AS total, max(weight) * 2 AS twice, (SELECT max(id) FROM parts) AS"
                + " most FROM parts GROUP BY id) SPARK_GEN_SUBQ_0";

    /** A column as Spark keeps it in its schema. */
    private record Field(String name, int type, int precision, int scale, boolean signed) {}

    private static List<Field> schema(Connection connection) throws SQLException {
        List<Field> fields = new ArrayList<>();
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT * FROM " + QUERY + " WHERE 1=0");
                ResultSet rows = statement.executeQuery()) {
            ResultSetMetaData data = rows.getMetaData();
            for (int i = 1; i <= data.getColumnCount(); i++) {
                assertNotEquals(Types.NULL, data.getColumnType(i), data.getColumnLabel(i));
                fields.add(new Field(
                        data.getColumnLabel(i),
                        data.getColumnType(i),
                        data.getPrecision(i),
                        data.getScale(i),
                        data.isSigned(i)));
            }
        }
        return fields;
    }

    /** The getter that Spark's JdbcUtils chooses for the type of the schema. */
    private static Object value(ResultSet rows, int column, Field field) throws SQLException {
        Object value = switch (field.type()) {
            case Types.BOOLEAN -> rows.getBoolean(column);
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER ->
                field.signed() ? (Object) rows.getInt(column) : rows.getLong(column);
            case Types.BIGINT -> rows.getLong(column);
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> rows.getDouble(column);
            case Types.NUMERIC, Types.DECIMAL -> rows.getBigDecimal(column);
            case Types.DATE -> rows.getDate(column);
            case Types.TIMESTAMP -> rows.getTimestamp(column);
            case Types.CHAR, Types.VARCHAR, Types.CLOB -> rows.getString(column);
            case Types.BINARY, Types.VARBINARY, Types.BLOB -> rows.getBytes(column);
            default -> throw new SQLException("no type of Spark: " + field);
        };
        return rows.wasNull() ? null : value;
    }

    @Test
    void typesWithoutARowFitTheRows() throws SQLException {
        String url = "jdbc:sqlvm::memory:?driver=org.sqlvm.jdbc.SqlvmDriver&fetchsize=100";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE parts (id INTEGER PRIMARY KEY, name VARCHAR(20),"
                    + " price DECIMAL(10, 2), weight DOUBLE, since DATE, made TIMESTAMP,"
                    + " large BIGINT, active BOOLEAN)");
            statement.executeUpdate("INSERT INTO parts VALUES (1, 'bolt', 0.25, 1.5, '2026-11-21',"
                    + " '2026-11-21 20:15:30.000', 5000000000, 1),"
                    + " (2, 'nut', 12, 3, NULL, NULL, 7, 0)");
            List<Field> fields = schema(connection);
            assertEquals(
                    List.of(
                            Types.INTEGER,
                            Types.VARCHAR,
                            Types.DECIMAL,
                            Types.DOUBLE,
                            Types.DATE,
                            Types.TIMESTAMP,
                            Types.BIGINT,
                            Types.BOOLEAN,
                            Types.NUMERIC,
                            Types.NUMERIC,
                            Types.NUMERIC,
                            Types.NUMERIC),
                    fields.stream().map(Field::type).toList());
            assertEquals(10, fields.get(2).precision());
            assertEquals(2, fields.get(2).scale());
            List<List<Object>> all = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("SELECT * FROM " + QUERY)) {
                while (rows.next()) {
                    List<Object> row = new ArrayList<>();
                    for (int i = 0; i < fields.size(); i++) {
                        Object value = value(rows, i + 1, fields.get(i));
                        row.add(value == null ? "null" : value.toString());
                    }
                    all.add(row);
                }
            }
            assertEquals(
                    List.of(
                            List.of(
                                    "1",
                                    "bolt",
                                    "0.25",
                                    "1.5",
                                    "2026-11-21",
                                    "2026-11-21 20:15:30.0",
                                    "5000000000",
                                    "true",
                                    "1",
                                    "5000000000",
                                    "3.0",
                                    "2"),
                            List.of(
                                    "2", "nut", "12", "3.0", "null", "null", "7", "false", "1", "7",
                                    "6.0", "2")),
                    all);
        }
    }
}
