package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.callbacks.GuestSandbox;
import org.sqlvm.language.callbacks.Registration;
import org.sqlvm.language.host.HostDatabase;
import org.sqlvm.language.runtime.Script;
import org.sqlvm.language.runtime.SqlvmContext;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.NullObject;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An open database. Members: {@code execute(sql, parameters…)}, which runs a script and gives its
 * last result; {@code prepare(sql)}, an executable statement; {@code path}; {@code inTransaction},
 * {@code isReading} (in a transaction that does not write), {@code totalChanges} and
 * {@code lastInsertRowid}; {@code createFunction}, {@code createAggregate},
 * {@code createWindowFunction}, {@code createCollation} and {@code createTable}, see
 * {@link CallbackMethods}; {@code prepareFirst}, {@code limit}, {@code serialize} and others, see
 * {@link DatabaseMethods}; {@code host}, the same database for Java
 * ({@link org.sqlvm.api.Database}, by {@code asHostObject()}); {@code close()}.
 */
public final class DatabaseObject extends Members {
    private static final List<String> NAMES = List.of(
            "execute",
            "prepare",
            "path",
            "inTransaction",
            "isReading",
            "totalChanges",
            "lastInsertRowid",
            "createFunction",
            "createAggregate",
            "createWindowFunction",
            "createCollation",
            "createTable",
            "prepareFirst",
            "limit",
            "serialize",
            "deserialize",
            "openBlob",
            "backup",
            "host",
            "close");

    private final SqlvmContext context;
    private final Connection connection;
    /** One thread is inside at a time, wherever it comes from. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Where functions of its file run; null for none. */
    private final GuestSandbox sandbox;

    private HostDatabase host;
    private boolean closed;

    /** @param sandbox is closed with it; or null */
    public DatabaseObject(SqlvmContext context, Connection connection, GuestSandbox sandbox) {
        this.context = context;
        this.connection = connection;
        this.sandbox = sandbox;
    }

    /** The open connection. */
    public Connection connection() {
        if (closed) {
            throw new SqlException(ResultCode.MISUSE, "Cannot operate on a closed database.");
        }
        return connection;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Held by the thread that uses the database. */
    public ReentrantLock lock() {
        return lock;
    }

    /** The same, done by one thread at a time. */
    Method.Body alone(Method.Body body) {
        return arguments -> {
            if (!lock.tryLock()) {
                TruffleSafepoint.setBlockedThreadInterruptible(
                        null, ReentrantLock::lockInterruptibly, lock);
            }
            try {
                return body.call(arguments);
            } finally {
                lock.unlock();
            }
        };
    }

    /** Where callbacks are registered. */
    public Registration registration() {
        return new Registration(connection(), context.language().hostTargets(), context.failures());
    }

    public SqlvmContext context() {
        return context;
    }

    public PreparedStatement prepare(String sql) {
        return PreparedStatement.prepare(context.language().programs(), connection(), sql);
    }

    @TruffleBoundary
    public void close() {
        if (!closed) {
            closed = true;
            context.forget(this);
            try {
                connection.close();
            } finally {
                if (sandbox != null) {
                    sandbox.close();
                }
            }
        }
    }

    @Override
    List<String> memberNames() {
        return NAMES;
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case "execute" -> new Method(name, 1, alone(this::execute));
            case "prepare" ->
                new Method(
                        name,
                        1,
                        alone(arguments -> new StatementObject(this, prepare(text(arguments[0])))));
            case "path" -> GuestValues.toString(connection.btree().path());
            case "inTransaction" -> !connection().isAutocommit();
            case "isReading" -> connection().isReading();
            case "totalChanges" -> connection().totalChanges();
            case "lastInsertRowid" -> connection().lastInsertRowid();
            case "host" -> context.env().asGuestValue(host());
            case "close" ->
                new Method(name, 0, alone(_ -> {
                    close();
                    return NullObject.NULL;
                }));
            default -> {
                Method method = DatabaseMethods.of(name, this);
                yield method == null ? CallbackMethods.of(name, this) : method;
            }
        };
    }

    /** The same database for Java. */
    public HostDatabase host() {
        if (host == null) {
            host = new HostDatabase(this);
        }
        return host;
    }

    private Object execute(Object[] arguments) throws UnsupportedTypeException {
        Object[] values = new Object[arguments.length - 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = GuestValues.toSql(arguments[i + 1]);
        }
        return Script.run(this, text(arguments[0]), values);
    }

    static String text(Object value) throws UnsupportedTypeException {
        try {
            return InteropLibrary.getUncached().asString(value);
        } catch (com.oracle.truffle.api.interop.UnsupportedMessageException _) {
            throw UnsupportedTypeException.create(new Object[] {value}, "a string is expected");
        }
    }

    @Override
    String display() {
        String path = connection.btree().path();
        return "database " + (path.isEmpty() ? ":memory:" : path);
    }
}
