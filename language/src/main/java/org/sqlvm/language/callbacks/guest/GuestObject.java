package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.callbacks.result.CallbackFailures;
import org.sqlvm.language.values.GuestValues;

/**
 * An object of another language whose members a module's table is made of.
 *
 * @param callee the object, and how its language takes values
 */
public record GuestObject(GuestCallee callee) {
    /** @param name the name of the module or table, for errors */
    public static GuestObject of(String name, Object object, CallbackFailures failures) {
        return new GuestObject(GuestCallee.of(name, object, failures));
    }

    String name() {
        return callee.name();
    }

    private Object object() {
        return callee.executable();
    }

    private static InteropLibrary interop() {
        return InteropLibrary.getUncached();
    }

    GuestObject other(String otherName, Object other) {
        return of(otherName, other, callee.failures());
    }

    @TruffleBoundary
    boolean has(String member) {
        return interop().isMemberReadable(object(), member);
    }

    /** Returns a member's value, or its result if it can be called. */
    @TruffleBoundary
    Object value(String member) {
        try {
            Object value = interop().readMember(object(), member);
            return interop().isExecutable(value) ? call(member) : value;
        } catch (InteropException e) {
            throw SqlException.error(name() + " has no member " + member);
        }
    }

    boolean isTrue(String member) {
        return has(member) && truth(value(member));
    }

    static boolean truth(Object value) {
        try {
            return interop().isBoolean(value) && interop().asBoolean(value);
        } catch (InteropException e) {
            return false;
        }
    }

    String text(String member) {
        try {
            return interop().asString(value(member));
        } catch (InteropException e) {
            throw SqlException.error(name() + "." + member + " is no text");
        }
    }

    /** Returns a member's text; null if the member is null or missing. */
    String textOrNull(String member) {
        return !has(member) || interop().isNull(value(member)) ? null : text(member);
    }

    double number(String member, double otherwise) {
        if (!has(member)) {
            return otherwise;
        }
        try {
            return interop().asDouble(value(member));
        } catch (InteropException e) {
            throw SqlException.error(name() + "." + member + " is no number");
        }
    }

    /** Calls a method. What it throws comes out as it is. */
    @TruffleBoundary
    Object call(String method, Object... arguments) {
        Object function;
        try {
            function = interop().readMember(object(), method);
        } catch (InteropException e) {
            throw SqlException.error(name() + " has no method " + method);
        }
        try {
            return interop().execute(function, arguments);
        } catch (InteropException e) {
            throw SqlException.error(
                    name() + "." + method + " cannot be called: " + e.getMessage());
        }
    }

    /** Calls a method if there is one. */
    void callIfPresent(String method, Object... arguments) {
        if (has(method)) {
            call(method, arguments);
        }
    }

    /** Values of registers as this object's language takes them. */
    @TruffleBoundary
    Object[] arguments(Object... values) {
        return callee.arguments(values);
    }

    /** A value as in a register. */
    @TruffleBoundary
    Object toSql(Object value) {
        try {
            return value == null ? SqlNull.NULL : GuestValues.toSql(value);
        } catch (UnsupportedTypeException e) {
            Object shown = interop().toDisplayString(value, false);
            throw SqlException.error(
                    "table " + name() + " gave " + shown + ", which is no value of SQL");
        }
    }
}
