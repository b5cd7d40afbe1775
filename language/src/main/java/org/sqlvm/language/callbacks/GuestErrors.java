package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;

import org.sqlvm.engine.error.SqlException;

/** What goes wrong between SQL and a callback of another language; its own errors are its own. */
final class GuestErrors {
    private GuestErrors() {}

    /** The callback could not be called. */
    @TruffleBoundary
    static SqlException call(String name, InteropException error) {
        String what = switch (error) {
            case ArityException arity ->
                "is called with " + arity.getActualArity() + " arguments, which it does not take";
            case UnknownIdentifierException unknown ->
                "has no method " + unknown.getUnknownIdentifier();
            default -> "cannot be called: " + error.getMessage();
        };
        return SqlException.error("user-defined function " + name + "() " + what);
    }

    /** It gave something that is neither a number, a string, a boolean, a buffer nor null. */
    @TruffleBoundary
    static SqlException result(String name, Object value) {
        Object shown = InteropLibrary.getUncached().toDisplayString(value, false);
        return SqlException.error("user-defined function " + name + "() gave " + shown
                + ", which is no value of SQL");
    }
}
