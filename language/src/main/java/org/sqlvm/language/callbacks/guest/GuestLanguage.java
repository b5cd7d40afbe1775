package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;

import java.util.Set;

/** The properties of the languages in which callbacks are written. */
public final class GuestLanguage {
    /** Languages in which a method that is read knows the object that it was read from. */
    private static final Set<String> BINDING = Set.of("PythonLanguage", "HostLanguage");

    /** Members of a bound method of Python: what it calls, and with what in front. */
    static final String FUNCTION = "__func__";

    static final String SELF = "__self__";

    private static final String JAVASCRIPT = "JavaScriptLanguage";

    private GuestLanguage() {}

    /** Whether a method that is read from {@code value} can be called without it. */
    static boolean bindsMethods(Object value) {
        return BINDING.contains(of(value));
    }

    /**
     * Whether arithmetic with a 64-bit integer gives a floating-point number there, but not with
     * one of 32 bits: all numbers are reals.
     */
    static boolean prefersInts(Object value) {
        return JAVASCRIPT.equals(of(value));
    }

    private static String of(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached(value);
        try {
            return interop.hasLanguage(value) ? interop.getLanguage(value).getSimpleName() : "";
        } catch (UnsupportedMessageException _) {
            return "";
        }
    }
}
