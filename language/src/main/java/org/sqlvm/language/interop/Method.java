package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.OpenDatabase;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A function of the host side that other languages call: {@code database.prepare(...)} and the
 * like.
 */
@ExportLibrary(InteropLibrary.class)
final class Method implements TruffleObject {
    /** What it does. Called behind a boundary. */
    interface Body {
        Object call(Object[] arguments) throws UnsupportedTypeException;
    }

    private final String name;
    private final int argumentCountMin;
    private final Body body;

    Method(String name, int argumentCountMin, Body body) {
        this.name = name;
        this.argumentCountMin = argumentCountMin;
        this.body = body;
    }

    /** The same, done by one thread at a time. */
    static Body alone(OpenDatabase database, Body body) {
        ReentrantLock lock = database.lock();
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

    @ExportMessage
    boolean isExecutable() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object execute(Object[] arguments) throws ArityException, UnsupportedTypeException {
        if (arguments.length < argumentCountMin) {
            throw ArityException.create(argumentCountMin, -1, arguments.length);
        }
        try {
            return body.call(arguments);
        } catch (SqlException error) {
            throw SqlvmException.of(error);
        }
    }

    @ExportMessage
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return name + "()";
    }
}
