package org.sqlite;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;
import org.sqlvm.api.WindowAggregate;

import java.sql.Connection;
import java.sql.SQLException;

/** A function of a connection; see {@link org.sqlvm.jdbc.Function}. */
public abstract class Function extends org.sqlvm.jdbc.Function {
    /** For {@link #create}: the same arguments always give the same result. */
    public static final int FLAG_DETERMINISTIC = 0x800;

    /** For subclasses. */
    protected Function() {}

    /** Registers a function for any number of arguments. */
    public static void create(Connection connection, String name, Function function)
            throws SQLException {
        org.sqlvm.jdbc.Function.create(connection, name, function);
    }

    /** Registers a function for any number of arguments. */
    public static void create(Connection connection, String name, Function function, int flags)
            throws SQLException {
        org.sqlvm.jdbc.Function.create(connection, name, function, flags);
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
        org.sqlvm.jdbc.Function.create(connection, name, function, argumentCount, flags);
    }

    /** Takes a function back. */
    public static void destroy(Connection connection, String name, int argumentCount)
            throws SQLException {
        org.sqlvm.jdbc.Function.destroy(connection, name, argumentCount);
    }

    /** Takes back a function for any number of arguments. */
    public static void destroy(Connection connection, String name) throws SQLException {
        org.sqlvm.jdbc.Function.destroy(connection, name);
    }

    /** Gives NULL. */
    protected final void result() throws SQLException {
        result((String) null);
    }

    /** An aggregate: each group gets a copy of the object. */
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

        /** Gives the result over the rows of the frame. */
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
