package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.api.FunctionOption;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.virtual.ValueList;
import org.sqlvm.language.callbacks.result.CallbackFailures;
import org.sqlvm.language.values.BatchView;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.NullObject;
import org.sqlvm.language.values.ValueArray;

import java.util.HexFormat;
import java.util.Set;

/**
 * A function of another language, and how values are passed to it.
 *
 * @param name the function's name, for errors
 * @param executable the function, or the factory of the objects for groups
 * @param view how the language represents values; null if it is not known
 * @param nothing the language's value for NULL
 * @param prefersInts whether small integers are passed with 32 bits
 * @param bigIntegers whether integers are passed as integers of any size, made by the view
 * @param bytes see {@link #ofSandbox}; null where the view knows
 * @param failures receives the failures of calls
 */
public record GuestCallee(
        String name,
        Object executable,
        BatchView view,
        Object nothing,
        Integers integers,
        Object bytes,
        CallbackFailures failures) {
    /** The form in which integers come to a language. */
    enum Integers {
        /** 64 bits. */
        LONGS,

        /** 32 bits if they fit, else 64. */
        INTS,

        /** 32 bits if they fit; the nearest real if a real has not all their digits. */
        NUMBERS,

        /** The language's integers of any size, which the view makes. */
        BIG
    }

    /** Up to here a real has the digits of every integer. */
    private static final long EXACT_MAX = 1L << 53;

    public static GuestCallee of(String name, Object executable, CallbackFailures failures) {
        return of(name, executable, Set.of(), failures);
    }

    public static GuestCallee of(
            String name,
            Object executable,
            Set<FunctionOption> options,
            CallbackFailures failures) {
        BatchView view = BatchView.ofObject(executable);
        Object nothing = view == null ? NullObject.NULL : view.nothing();
        Integers integers = integers(executable);
        if (view != null && options.contains(FunctionOption.BIG_INTEGERS)) {
            integers = Integers.BIG;
        } else if (view != null && view.hasOnlyReals()) {
            integers = Integers.NUMBERS;
        }
        return new GuestCallee(name, executable, view, nothing, integers, null, failures);
    }

    private static Integers integers(Object executable) {
        return GuestLanguage.prefersInts(executable) ? Integers.INTS : Integers.LONGS;
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
        return new GuestCallee(
                name, executable, null, nothing, integers(executable), bytes, failures);
    }

    /** Takes the lock of the language, if it has one; gives what gives it back. */
    @TruffleBoundary
    Runnable lock() {
        return view == null ? BatchView.NO_LOCK : view.lock();
    }

    /** Values of registers as it takes them. */
    @TruffleBoundary
    public Object[] arguments(Object[] values) {
        Object[] arguments = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            arguments[i] = switch (values[i]) {
                case Text text -> GuestValues.toGuest(text.owned());
                case Blob blob -> blob(blob);
                case SqlNull _ -> nothing;
                case Long integer -> integer(integer);
                case ValueList list -> new ValueArray(arguments(list.values()));
                default -> values[i];
            };
        }
        return arguments;
    }

    /** Returns an integer in the form that the language is given. */
    Object integer(long integer) {
        return switch (integers) {
            case LONGS -> integer;
            case INTS -> integer == (int) integer ? (Object) (int) integer : (Object) integer;
            case NUMBERS -> number(integer);
            case BIG -> bigInteger(integer);
        };
    }

    private static Object number(long integer) {
        if (integer == (int) integer) {
            return (int) integer;
        }
        boolean isExact = integer >= -EXACT_MAX && integer <= EXACT_MAX;
        return isExact ? (Object) integer : (Object) (double) integer;
    }

    @TruffleBoundary
    private Object bigInteger(long integer) {
        return view.bigInteger(integer);
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
