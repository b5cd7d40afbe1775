package org.sqlvm.jdbc;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.sql.Types;

/** The parameters of a statement. They have no types: any takes a value of any kind. */
final class SqlvmParameterMetaData implements ParameterMetaData {
    private final int count;

    SqlvmParameterMetaData(int count) {
        this.count = count;
    }

    private void check(int number) throws SQLException {
        if (number < 1 || number > count) {
            throw new SQLException("parameter " + number + " of " + count, "07009", 25);
        }
    }

    @Override
    public int getParameterCount() {
        return count;
    }

    @Override
    public int isNullable(int number) throws SQLException {
        check(number);
        return parameterNullable;
    }

    @Override
    public boolean isSigned(int number) throws SQLException {
        check(number);
        return true;
    }

    @Override
    public int getPrecision(int number) throws SQLException {
        check(number);
        return 0;
    }

    @Override
    public int getScale(int number) throws SQLException {
        check(number);
        return 0;
    }

    /** VARCHAR: what can hold any value, and what sqlite-jdbc says. */
    @Override
    public int getParameterType(int number) throws SQLException {
        check(number);
        return Types.VARCHAR;
    }

    @Override
    public String getParameterTypeName(int number) throws SQLException {
        check(number);
        return "VARCHAR";
    }

    @Override
    public String getParameterClassName(int number) throws SQLException {
        check(number);
        return String.class.getName();
    }

    @Override
    public int getParameterMode(int number) throws SQLException {
        check(number);
        return parameterModeIn;
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
