package org.sqlvm.jdbc;

import org.sqlvm.api.Column;
import org.sqlvm.api.Rows;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a result. The type of a table's column is the declared one, that of an expression
 * what its value in the first row is, as far as that is known when the metadata is asked for.
 */
final class SqlvmResultSetMetaData implements ResultSetMetaData {
    private final List<Column> columns;
    /** Types of the values at hand; null where there is none. */
    private final List<Rows.Type> values;

    /** Null for a result of DatabaseMetaData, whose columns are of no table. */
    private final SqlvmConnection connection;

    private SqlvmResultSetMetaData(
            SqlvmConnection connection, List<Column> columns, List<Rows.Type> values) {
        this.connection = connection;
        this.columns = columns;
        this.values = values;
    }

    /** Of a statement that has not run. */
    static SqlvmResultSetMetaData of(SqlvmConnection connection, List<Column> columns) {
        List<Rows.Type> none = new ArrayList<>();
        columns.forEach(_ -> none.add(null));
        return new SqlvmResultSetMetaData(connection, columns, none);
    }

    static SqlvmResultSetMetaData of(SqlvmConnection connection, Rows rows) {
        List<Column> columns = new ArrayList<>();
        List<Rows.Type> values = new ArrayList<>();
        for (int i = 0; i < rows.columnCount(); i++) {
            columns.add(rows.column(i));
            values.add(type(rows, i));
        }
        return new SqlvmResultSetMetaData(connection, columns, values);
    }

    private static Rows.Type type(Rows rows, int column) {
        Rows.Type first = rows.firstType(column);
        if (first != null) {
            return first;
        }
        try {
            return rows.type(column);
        } catch (IllegalStateException _) {
            return null; // There is no row.
        }
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

    /** That of the table; the label if it is none of a table. */
    @Override
    public String getColumnName(int column) throws SQLException {
        String origin = column(column).origin();
        return origin == null ? getColumnLabel(column) : origin;
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
        String declared = column(column).declaredType();
        return declared == null || declared.isBlank()
                ? SqlTypes.ofValue(values.get(column - 1))
                : SqlTypes.ofDeclared(declared);
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        String declared = column(column).declaredType();
        if (declared != null && !declared.isBlank()) {
            return SqlTypes.name(declared);
        }
        Rows.Type type = values.get(column - 1);
        return type == null || type == Rows.Type.NULL ? "NUMERIC" : type.name();
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return SqlTypes.javaClass(getColumnType(column)).getName();
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return SqlTypes.precision(column(column).declaredType());
    }

    @Override
    public int getScale(int column) throws SQLException {
        return SqlTypes.scale(column(column).declaredType());
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

    /** Whether it is the rowid: one that is not given is made. */
    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        Catalog.Column stored = stored(column);
        return stored != null && stored.rowid();
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
