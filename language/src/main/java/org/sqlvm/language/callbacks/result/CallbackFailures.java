package org.sqlvm.language.callbacks.result;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

/**
 * Tells the listener of a context, if there is one, of each callback of another language that
 * fails, before the statement ends with its error.
 */
public final class CallbackFailures {
    /** Something executable; or null. */
    private Object listener;

    /**
     * Sets the listener.
     *
     * @param executable takes what was called (of an aggregate: its maker), the method
     *     ({@code call}, {@code new}, {@code step}, {@code inverse}, {@code value},
     *     {@code finalize}, {@code compare}; {@code end} for a {@code finalize} whose result the
     *     statement does not ask for, which is no error of the statement), and the exception; null
     *     if there was nothing to call. For a result that is no value of SQL the fourth is true,
     *     and the third that result
     */
    public void setListener(Object executable) {
        listener = executable;
    }

    @TruffleBoundary
    public void tell(Object callee, String method, Object error, boolean result) {
        if (listener == null) {
            return;
        }
        try {
            InteropLibrary.getUncached(listener).execute(listener, callee, method, error, result);
        } catch (InteropException | AbstractTruffleException unheard) {
            assert unheard != null; // The callback's own exception is the one to report.
        }
    }
}
