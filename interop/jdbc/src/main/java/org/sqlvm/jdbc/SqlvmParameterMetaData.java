package org.sqlvm.jdbc;

import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;

/**
 * The parameters of a statement. They take values of any kind: the type of one is that of the value
 * it has now, as in sqlite-jdbc.
 */
final class SqlvmParameterMetaData implements ParameterMetaData {
    /** The type of a parameter that has no value. */
    static final int UNSET = Integer.MIN_VALUE;

    private final int[] types;

    /** @param types the types of the values, or {@link #UNSET}; the statement changes this array */
    SqlvmParameterMetaData(int[] types) {
        this.types = types;
    }

    private void check(int number) throws SQLException {
        if (number < 1 || number > types.length) {
            throw new SQLException("parameter " + number + " of " + types.length, "07009", 25);
        }
    }

    @Override
    public int getParameterCount() {
        return types.length;
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

    /** NULL of a parameter without a value, if another one has one. */
    @Override
    public int getParameterType(int number) throws SQLException {
        check(number);
        int type = types[number - 1];
        if (type != UNSET) {
            return type;
        }
        if (Arrays.stream(types).allMatch(each -> each == UNSET)) {
            throw new SQLException("No parameter has been set yet", "07002");
        }
        return Types.NULL;
    }

    @Override
    public String getParameterTypeName(int number) throws SQLException {
        return JDBCType.valueOf(getParameterType(number)).getName();
    }

    /** Returns String, whose values are accepted for any parameter. */
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
