package org.sqlvm.jdbc;

import org.sqlvm.jdbc.error.Errors;

import java.sql.SQLException;

/** {@code java.sql.Wrapper} of an object that wraps nothing but itself. */
final class Wrapped {
    private Wrapped() {}

    static <T> T unwrap(Object object, Class<T> type) throws SQLException {
        if (!type.isInstance(object)) {
            throw Errors.invalid(
                    "no " + type.getName() + ": " + object.getClass().getName());
        }
        return type.cast(object);
    }
}
