package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.callbacks.result.CallbackFailures;
import org.sqlvm.language.values.NullObject;

/**
 * The errors between SQL and a callback of another language. An exception of the callback itself is
 * rethrown unchanged. {@link CallbackFailures} receives both.
 */
public final class GuestErrors {
    static final String CALL = "call";
    static final String NEW = "new";
    static final String COMPARE = "compare";
    /** The method {@code finalize}, whose result is not asked for. */
    static final String END = "end";

    private GuestErrors() {}

    /** Returns the error of a callback that could not be called. */
    @TruffleBoundary
    static SqlException call(GuestCallee callee, String method, InteropException error) {
        String what = switch (error) {
            case ArityException arity ->
                "is called with " + arity.getActualArity() + " arguments, which it does not take";
            case UnknownIdentifierException unknown ->
                "has no method " + unknown.getUnknownIdentifier();
            default -> "cannot be called: " + error.getMessage();
        };
        failed(callee, method, NullObject.NULL, false);
        return SqlException.error("user-defined function " + callee.name() + "() " + what);
    }

    /** It gave something that is neither a number, a string, a boolean, a buffer nor null. */
    @TruffleBoundary
    static SqlException result(GuestCallee callee, String method, Object value) {
        failed(callee, method, value, true);
        Object shown = InteropLibrary.getUncached().toDisplayString(value, false);
        return SqlException.error("user-defined function " + callee.name() + "() gave " + shown
                + ", which is no value of SQL");
    }

    /** It gave a number that is too large. */
    @TruffleBoundary
    static SqlException result(
            GuestCallee callee, String method, Object value, SqlException error) {
        failed(callee, method, value, true);
        return error;
    }

    /**
     * The result code that a guest's exception says it has: the number {@code sqlite_errorcode}, as
     * in Python, or a name of SQLite's in {@code code}, as in JavaScript; ERROR for any other.
     */
    @TruffleBoundary
    static int code(AbstractTruffleException thrown) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            if (interop.isMemberReadable(thrown, "sqlite_errorcode")) {
                return interop.asInt(interop.readMember(thrown, "sqlite_errorcode"));
            }
            if (interop.isMemberReadable(thrown, "code")) {
                Object code = interop.readMember(thrown, "code");
                return interop.isString(code)
                        ? ResultCode.named(interop.asString(code))
                        : interop.asInt(code);
            }
        } catch (InteropException _) {
            // Something else that has this name.
        }
        return ResultCode.ERROR;
    }

    /** It has thrown {@code error}. */
    @TruffleBoundary
    static void failed(GuestCallee callee, String method, Object error, boolean result) {
        callee.failures().tell(callee.executable(), method, error, result);
    }
}
