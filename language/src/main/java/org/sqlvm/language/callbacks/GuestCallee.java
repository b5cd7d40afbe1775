package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.language.interop.BatchView;
import org.sqlvm.language.interop.GuestValues;
import org.sqlvm.language.interop.NullObject;

/**
 * What is called in another language, and how values come to it.
 *
 * @param name of the function, for errors
 * @param executable the function, or what makes an object for each group
 * @param view how the language holds values; null if it is not known
 * @param nothing a NULL
 * @param prefersInts small integers are to have 32 bits
 */
public record GuestCallee(
        String name, Object executable, BatchView view, Object nothing, boolean prefersInts) {
    static GuestCallee of(String name, Object executable) {
        BatchView view = BatchView.ofObject(executable);
        Object nothing = view == null ? NullObject.NULL : view.nothing();
        return new GuestCallee(
                name, executable, view, nothing, GuestLanguage.prefersInts(executable));
    }

    /** Takes the lock of the language, if it has one; gives what gives it back. */
    @TruffleBoundary
    Runnable lock() {
        return view == null ? BatchView.NO_LOCK : view.lock();
    }

    /** A blob; what is borrowed from a page is copied: who is called may keep it. */
    @TruffleBoundary
    Object blob(Blob value) {
        return view == null ? GuestValues.toGuest(value.owned()) : view.bytes(value);
    }
}
