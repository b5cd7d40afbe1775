package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** SQLite itself, asked for the value of an expression over parameters. */
public final class Reference implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    public Reference() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        connection.createStatement().execute("BEGIN");
    }

    /** The value of an expression, or a String with the message if there is an error. */
    public Object value(String expression, Object... parameters) {
        try {
            PreparedStatement statement = statements.get(expression);
            if (statement == null) {
                statement = connection.prepareStatement(
                        "SELECT typeof(v), v, CAST(v AS BLOB) FROM (SELECT " + expression
                                + " AS v LIMIT 1)");
                statements.put(expression, statement);
            }
            int count = Math.min(
                    parameters.length, statement.getParameterMetaData().getParameterCount());
            for (int i = 0; i < count; i++) {
                bind(statement, i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return read(rows, 1);
            }
        } catch (SQLException e) {
            statements.remove(expression); // The driver does not use it again after an error.
            return message(e);
        }
    }

    public Connection connection() {
        return connection;
    }

    /**
     * A value whose type is in column {@code first}, itself behind it, and its bytes behind that.
     */
    public static Object read(ResultSet rows, int first) throws SQLException {
        return switch (rows.getString(first)) {
            case "null" -> SqlNull.NULL;
            case "integer" -> rows.getLong(first + 1);
            case "real" -> rows.getDouble(first + 1);
            case "text" -> Text.of(bytes(rows, first + 2));
            default -> Blob.of(bytes(rows, first + 2));
        };
    }

    private static byte[] bytes(ResultSet rows, int column) throws SQLException {
        byte[] bytes = rows.getBytes(column);
        return bytes == null ? new byte[0] : bytes;
    }

    /** SQLite's words without those that the driver puts around them. */
    public static String message(SQLException exception) {
        String message = exception.getMessage();
        int from = message.indexOf('(');
        return from < 0 ? message : message.substring(from + 1, message.length() - 1);
    }

    public static void bind(PreparedStatement statement, int index, Object value)
            throws SQLException {
        switch (value) {
            case Long number -> statement.setLong(index, number);
            case Double number -> statement.setDouble(index, number);
            case Text text -> statement.setString(index, text.toString());
            case Blob blob -> statement.setBytes(index, blob.toArray());
            default -> statement.setNull(index, java.sql.Types.NULL);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
