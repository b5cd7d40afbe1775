package org.sqlvm.jdbc;

import org.sqlvm.api.Column;
import org.sqlvm.api.DeclaredType;
import org.sqlvm.api.Rows;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The columns of a result. Types are those of sqlite-jdbc: the declared one of a table's column, or
 * that of the value in the current row; before that, in the first row. See {@link SqlTypes}. Each
 * call computes the type again, so that it follows the rows.
 */
final class SqlvmResultSetMetaData implements ResultSetMetaData {
    /**
     * Matches a cast in the text of an expression, whose type is used as the declared one. As in
     * sqlite-jdbc, it is in lower case, anywhere in the expression.
     */
    private static final Pattern CAST = Pattern.compile("cast\\(.*?\\s+as\\s+(.*?)\\s*\\)");

    private final List<Column> columns;
    /** The rows; null for a statement that has not run. */
    private final Rows rows;

    /** The connection; null for a result of DatabaseMetaData, whose columns belong to no table. */
    private final SqlvmConnection connection;

    private SqlvmResultSetMetaData(SqlvmConnection connection, List<Column> columns, Rows rows) {
        this.connection = connection;
        this.columns = columns;
        this.rows = rows;
    }

    /** Returns the metadata of a statement that has not run. */
    static SqlvmResultSetMetaData of(SqlvmConnection connection, List<Column> columns) {
        return new SqlvmResultSetMetaData(connection, columns, null);
    }

    static SqlvmResultSetMetaData of(SqlvmConnection connection, Rows rows) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < rows.columnCount(); i++) {
            columns.add(rows.column(i));
        }
        return new SqlvmResultSetMetaData(connection, columns, rows);
    }

    /** Returns the storage class of the current value; NULL if there is none. */
    private Rows.Type value(int column) {
        if (rows == null) {
            return Rows.Type.NULL;
        }
        Rows.Type first = rows.firstType(column - 1);
        if (first != null) {
            return first;
        }
        try {
            return rows.type(column - 1);
        } catch (IllegalStateException _) {
            return Rows.Type.NULL; // There is no row.
        }
    }

    /** Returns the current value if it is an INTEGER; else 0. */
    private long number(int column) {
        if (value(column) != Rows.Type.INTEGER) {
            return 0;
        }
        return rows.firstType(column - 1) == null
                ? rows.getLong(column - 1)
                : rows.firstLong(column - 1);
    }

    /** The type of a table's column or of a cast; null if there is none. */
    private String declared(int column) throws SQLException {
        String declared = column(column).declaredType();
        if (declared != null && !declared.isBlank()) {
            return declared;
        }
        Matcher cast = CAST.matcher(column(column).name());
        return cast.find() ? cast.group(1) : null;
    }

    private Column column(int column) throws SQLException {
        if (column < 1 || column > columns.size()) {
            throw new SQLException("column " + column + " of " + columns.size(), "07009", 25);
        }
        return columns.get(column - 1);
    }

    @Override
    public int getColumnCount() {
        return columns.size();
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return column(column).name();
    }

    /** The label: findColumn knows no other name. */
    @Override
    public String getColumnName(int column) throws SQLException {
        return getColumnLabel(column);
    }

    @Override
    public String getTableName(int column) throws SQLException {
        String table = column(column).table();
        return table == null ? "" : table;
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return SqlTypes.ofColumn(declared(column), value(column), number(column));
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        String declared = declared(column);
        return declared == null
                ? SqlTypes.nameOfValue(value(column))
                : DeclaredType.of(declared).name();
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        boolean nullBlob = value(column) == Rows.Type.NULL && getColumnType(column) == Types.BLOB;
        if (nullBlob && connection != null && !connection.isStrict()) {
            return Object.class.getName(); // The result of sqlite-jdbc for every BLOB.
        }
        return SqlTypes.javaClass(getColumnType(column), value(column), number(column))
                .getName();
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return DeclaredType.of(declared(column)).length();
    }

    @Override
    public int getScale(int column) throws SQLException {
        return DeclaredType.of(declared(column)).scale();
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        int precision = getPrecision(column);
        return precision == 0 ? Integer.MAX_VALUE : precision;
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return switch (getColumnType(column)) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE,
                    Types.NUMERIC,
                    Types.DECIMAL -> true;
            default -> false;
        };
    }

    /** The column in its table; null for an expression. */
    private Catalog.Column stored(int column) throws SQLException {
        Column known = column(column);
        if (known.table() == null || connection == null) {
            return null;
        }
        Catalog catalog = new Catalog(connection);
        Catalog.Table table = catalog.table(null, known.database(), known.table());
        if (table != null) {
            for (Catalog.Column candidate : catalog.columns(table)) {
                if (candidate.name().equalsIgnoreCase(known.origin())) {
                    return candidate;
                }
            }
        }
        return null;
    }

    @Override
    public int isNullable(int column) throws SQLException {
        Catalog.Column stored = stored(column);
        if (stored == null) {
            return columnNullableUnknown;
        }
        return stored.notNull() ? columnNoNulls : columnNullable;
    }

    /** Returns whether SQLite reports the column as declared with AUTOINCREMENT. */
    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        Catalog.Column stored = stored(column);
        return stored != null && stored.autoincrement();
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        column(column);
        return true;
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        column(column);
        return true;
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        return column(column).table() == null;
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        return !isReadOnly(column);
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapped.unwrap(this, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
