package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.language.values.BatchView;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.NullObject;

import java.util.HexFormat;

/**
 * What is called in another language, and how values come to it.
 *
 * @param name of the function, for errors
 * @param executable the function, or what makes an object for each group
 * @param view how the language holds values; null if it is not known
 * @param nothing a NULL
 * @param prefersInts small integers are to have 32 bits
 * @param bytes see {@link #ofSandbox}; null where the view knows
 * @param failures is told when a call fails
 */
public record GuestCallee(
        String name,
        Object executable,
        BatchView view,
        Object nothing,
        boolean prefersInts,
        Object bytes,
        CallbackFailures failures) {
    static GuestCallee of(String name, Object executable, CallbackFailures failures) {
        BatchView view = BatchView.ofObject(executable);
        Object nothing = view == null ? NullObject.NULL : view.nothing();
        boolean ints = GuestLanguage.prefersInts(executable);
        return new GuestCallee(name, executable, view, nothing, ints, null, failures);
    }

    /**
     * In another context, whose language takes its own lock.
     *
     * @param nothing a NULL there
     * @param bytes makes a blob there of hexadecimal digits; or null
     */
    static GuestCallee ofSandbox(
            String name,
            Object executable,
            Object nothing,
            Object bytes,
            CallbackFailures failures) {
        boolean ints = GuestLanguage.prefersInts(executable);
        return new GuestCallee(name, executable, null, nothing, ints, bytes, failures);
    }

    /** Takes the lock of the language, if it has one; gives what gives it back. */
    @TruffleBoundary
    Runnable lock() {
        return view == null ? BatchView.NO_LOCK : view.lock();
    }

    /** A blob. What is borrowed from a page is copied, since the callee may keep it. */
    @TruffleBoundary
    Object blob(Blob value) {
        if (bytes != null) {
            try {
                return InteropLibrary.getUncached().execute(bytes, hex(value));
            } catch (InteropException e) {
                throw GuestErrors.call(this, GuestErrors.CALL, e);
            }
        }
        return view == null ? GuestValues.toGuest(value.owned()) : view.bytes(value);
    }

    private static TruffleString hex(Blob value) {
        int end = value.offset + value.length;
        String digits = HexFormat.of().formatHex(value.array, value.offset, end);
        return TruffleString.fromJavaStringUncached(digits, TruffleString.Encoding.UTF_16);
    }
}
