package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.OpenDatabase;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A function of the host side that other languages call: {@code database.prepare(...)} and the
 * like.
 */
@ExportLibrary(InteropLibrary.class)
final class Method implements TruffleObject {
    /** The method's code. Called behind a boundary. */
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

    /** Returns a body that one thread at a time can call. */
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
    Object execute(Object[] arguments) throws ArityException {
        if (arguments.length < argumentCountMin) {
            throw ArityException.create(argumentCountMin, -1, arguments.length);
        }
        try {
            return body.call(arguments);
        } catch (UnsupportedTypeException wrong) {
            // Languages have a message of their own for it, which does not mention the value.
            throw SqlvmException.of(new SqlException(ResultCode.MISUSE, what(wrong)));
        } catch (RuntimeException | Error thrown) {
            throw SqlvmException.ofAny(thrown);
        }
    }

    private static String what(UnsupportedTypeException wrong) {
        String what = wrong.getMessage();
        return what == null || what.isEmpty() ? "bad parameter or other API misuse" : what;
    }

    @ExportMessage
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return name + "()";
    }
}
