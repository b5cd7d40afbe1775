package org.sqlvm.jdbc;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Callbacks;
import org.sqlvm.api.Database;
import org.sqlvm.api.FunctionOption;
import org.sqlvm.api.Result;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.WindowAggregate;
import org.sqlvm.jdbc.error.Errors;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A function in the form of sqlite-jdbc: a subclass that reads its arguments with {@code value_…}
 * and sets its result with {@code result}. New programs should call
 * {@code connection.unwrap(Database.class).createFunction("f", (double x) -> 2 * x)}, see
 * {@link Callbacks}.
 */
public abstract class Function {
    /** A flag of {@link #create}: the same arguments always give the same result. */
    public static final int FLAG_DETERMINISTIC = 0x800;

    /** The arguments of the call, or of an aggregate's last step; null outside of a call. */
    private Arguments arguments;

    private int argumentCount;
    private Result result;

    /** For subclasses. */
    protected Function() {}

    /** Registers a function for any number of arguments, without flags. */
    public static void create(Connection connection, String name, Function function)
            throws SQLException {
        create(connection, name, function, -1, 0);
    }

    /** Registers a function for any number of arguments. */
    public static void create(Connection connection, String name, Function function, int flags)
            throws SQLException {
        create(connection, name, function, -1, flags);
    }

    /**
     * Registers a function with one connection.
     *
     * @param argumentCount -1 for any
     * @param flags 0 or {@link #FLAG_DETERMINISTIC}
     */
    public static void create(
            Connection connection, String name, Function function, int argumentCount, int flags)
            throws SQLException {
        Database database = connection.unwrap(Database.class);
        FunctionOption[] options = (flags & FLAG_DETERMINISTIC) == 0
                ? new FunctionOption[0]
                : new FunctionOption[] {FunctionOption.DETERMINISTIC};
        try {
            switch (function) {
                case WindowAggregate _ ->
                    database.createWindowFunction(
                            name, argumentCount, () -> (WindowAggregate) function.group(), options);
                case org.sqlvm.api.Aggregate _ ->
                    database.createAggregate(
                            name,
                            argumentCount,
                            () -> (org.sqlvm.api.Aggregate) function.group(),
                            options);
                default -> database.createFunction(name, argumentCount, function::call, options);
            }
        } catch (SqlvmException e) {
            throw Errors.of(e);
        }
    }

    /** Takes back a function for any number of arguments. */
    public static void destroy(Connection connection, String name) throws SQLException {
        destroy(connection, name, -1);
    }

    /** Takes a function back. */
    public static void destroy(Connection connection, String name, int argumentCount)
            throws SQLException {
        try {
            connection.unwrap(Database.class).removeFunction(name, argumentCount);
        } catch (SqlvmException e) {
            throw Errors.of(e);
        }
    }

    private void call(Arguments callArguments, Result callResult) throws SQLException {
        arguments = callArguments;
        argumentCount = callArguments.count();
        result = callResult;
        try {
            xFunc();
        } finally {
            arguments = null;
            result = null;
        }
    }

    /** One call: reads the arguments and gives a result; NULL if it gives none. */
    protected abstract void xFunc() throws SQLException;

    private Arguments arguments() throws SQLException {
        if (arguments == null) {
            throw new SQLException("no arguments outside of a call", "HY010");
        }
        return arguments;
    }

    /** In an aggregate: takes a row's values, the same object for all rows. */
    protected final void keep(Arguments values) {
        if (arguments != values) {
            arguments = values;
            argumentCount = values.count();
        }
    }

    /** In an aggregate: takes where the result goes. */
    protected final void give(Result target) {
        result = target;
    }

    /** Returns an aggregate's object for another group: a copy. */
    private Function group() {
        try {
            return (Function) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int checked(int argument) throws SQLException {
        if (argument < 0 || argument >= argumentCount) {
            throw new SQLException("argument " + argument + " of " + args(), "07009");
        }
        return argument;
    }

    private Result result() throws SQLException {
        if (result == null) {
            throw new SQLException("no result outside of a call", "HY010");
        }
        return result;
    }

    /** How many arguments the call has. */
    protected final int args() throws SQLException {
        return arguments().count();
    }

    /** The text of an argument, from 0; null for NULL. */
    protected final String value_text(int argument) throws SQLException {
        return arguments().getText(checked(argument));
    }

    /** The bytes of an argument; null for NULL. */
    protected final byte[] value_blob(int argument) throws SQLException {
        return arguments().getBlob(checked(argument));
    }

    /** An argument as a real. */
    protected final double value_double(int argument) throws SQLException {
        return arguments().getDouble(checked(argument));
    }

    /** An argument as an integer, of which the lower 32 bits are given. */
    protected final int value_int(int argument) throws SQLException {
        return (int) value_long(argument);
    }

    /** An argument as an integer. */
    protected final long value_long(int argument) throws SQLException {
        return arguments().getLong(checked(argument));
    }

    /** The storage class: 1 INTEGER, 2 REAL, 3 TEXT, 4 BLOB, 5 NULL. */
    protected final int value_type(int argument) throws SQLException {
        return switch (arguments().type(checked(argument))) {
            case Rows.Type.INTEGER -> 1;
            case Rows.Type.REAL -> 2;
            case Rows.Type.TEXT -> 3;
            case Rows.Type.BLOB -> 4;
            case Rows.Type.NULL -> 5;
        };
    }

    protected final void result(byte[] value) throws SQLException {
        result().setBlob(value);
    }

    protected final void result(double value) throws SQLException {
        result().setDouble(value);
    }

    protected final void result(int value) throws SQLException {
        result().setLong(value);
    }

    protected final void result(long value) throws SQLException {
        result().setLong(value);
    }

    protected final void result(String value) throws SQLException {
        result().setText(value);
    }

    /** Ends the statement with this message. */
    protected final void error(String message) throws SQLException {
        throw new SQLException(message, "38000", Errors.ERROR);
    }

    /**
     * An aggregate: each group gets a copy of the object. The methods without an x are for the
     * database, which calls them.
     */
    public abstract static class Aggregate extends Function
            implements org.sqlvm.api.Aggregate, Cloneable {
        /** For subclasses. */
        protected Aggregate() {}

        /** Not called. */
        @Override
        protected final void xFunc() {}

        /** Takes a row. */
        protected abstract void xStep() throws SQLException;

        /** Gives the result of the group. */
        protected abstract void xFinal() throws SQLException;

        @Override
        public final void step(Arguments arguments) throws SQLException {
            keep(arguments);
            xStep();
        }

        @Override
        public final void finish(Result result) throws SQLException {
            give(result);
            xFinal();
        }

        @Override
        public final boolean keepsArguments() {
            return true;
        }

        @Override
        public Object clone() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    /** An aggregate that may stand before OVER. */
    public abstract static class Window extends Aggregate implements WindowAggregate {
        /** For subclasses. */
        protected Window() {}

        /** Takes a row back. */
        protected abstract void xInverse() throws SQLException;

        /** Sets the result for the rows that are in the window frame. */
        protected abstract void xValue() throws SQLException;

        @Override
        public final void inverse(Arguments arguments) throws SQLException {
            keep(arguments);
            xInverse();
        }

        @Override
        public final void value(Result result) throws SQLException {
            give(result);
            xValue();
        }
    }
}
