package org.sqlvm.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEventListener;

/**
 * A connection of a pool. Its users receive a handle. Closing the handle returns the connection to
 * the pool, rolled back and with autocommit on.
 */
public final class SqlvmPooledConnection implements PooledConnection {
    private final SqlvmConnection connection;
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private Handle handle;

    /** Makes a pooled connection, which closes {@code connection} when it is closed itself. */
    public SqlvmPooledConnection(SqlvmConnection connection) {
        this.connection = connection;
    }

    /** The invocation handler of the Connection that a user of the pool receives. */
    private final class Handle implements java.lang.reflect.InvocationHandler {
        private boolean closed;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            switch (method.getName()) {
                case "close" -> {
                    giveBack(this);
                    return null;
                }
                case "isClosed" -> {
                    return closed || connection.isClosed();
                }
                case "isValid" -> {
                    return !closed && connection.isValid((int) arguments[0]);
                }
                case "equals" -> {
                    return proxy == arguments[0];
                }
                case "hashCode" -> {
                    return System.identityHashCode(proxy);
                }
                case "toString" -> {
                    return "handle of " + connection;
                }
                default -> {}
            }
            if (closed) {
                throw new SQLException("Connection is closed", "08003");
            }
            try {
                return method.invoke(connection, arguments);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof SQLException error && connection.isClosed()) {
                    ConnectionEvent event = new ConnectionEvent(SqlvmPooledConnection.this, error);
                    listeners.forEach(listener -> listener.connectionErrorOccurred(event));
                }
                throw e.getCause();
            }
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (handle != null) {
            handle.closed = true;
            reset();
        }
        connection.checkOpen();
        handle = new Handle();
        return (Connection) Proxy.newProxyInstance(
                SqlvmPooledConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                handle);
    }

    private void giveBack(Handle used) throws SQLException {
        if (used.closed) {
            return;
        }
        used.closed = true;
        handle = null;
        reset();
        ConnectionEvent event = new ConnectionEvent(this);
        listeners.forEach(listener -> listener.connectionClosed(event));
    }

    private void reset() throws SQLException {
        if (!connection.isClosed() && !connection.getAutoCommit()) {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void close() throws SQLException {
        if (handle != null) {
            handle.closed = true;
        }
        connection.close();
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    /** Has no effect: statements are not pooled. */
    @Override
    public void addStatementEventListener(StatementEventListener listener) {}

    @Override
    public void removeStatementEventListener(StatementEventListener listener) {}
}
