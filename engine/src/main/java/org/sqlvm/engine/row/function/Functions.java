package org.sqlvm.engine.row.function;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;
import java.util.Locale;

/**
 * The functions SQL can call, by name and number of arguments: those that the connection's user has
 * registered, then those that need no defining (sqlite.org/lang_corefunc.html, lang_mathfunc.html
 * and lang_aggfunc.html).
 */
public final class Functions {
    private Functions() {}

    /**
     * Returns the built-in function for a call.
     *
     * @param name as written, in any case
     * @throws SqlException "no such function: X" or "wrong number of arguments to function X()"
     */
    public static SqlFunction find(String name, int argumentCount) {
        return find(name, argumentCount, Registered.NONE);
    }

    /**
     * Returns the function for a call.
     *
     * @param name as written, in any case
     * @param registered comes before the built-in functions
     * @throws SqlException "no such function: X" or "wrong number of arguments to function X()"
     */
    public static SqlFunction find(String name, int argumentCount, Registered registered) {
        SqlFunction found = get(name, argumentCount, registered);
        if (found != null) {
            return found;
        }
        throw SqlException.error(
                exists(name, registered)
                        ? "wrong number of arguments to function " + name + "()"
                        : "no such function: " + name);
    }

    /** The same; null if there is none. */
    public static SqlFunction get(String name, int argumentCount, Registered registered) {
        SqlFunction own = registered.find(name, argumentCount);
        if (own != null) {
            return own;
        }
        for (SqlFunction function : FunctionTable.named(name.toLowerCase(Locale.ROOT))) {
            if (argumentCount >= function.argumentCountMin()
                    && argumentCount <= function.argumentCountMax()) {
                return function;
            }
        }
        return null;
    }

    /** Whether there is a function of that name, for any number of arguments. */
    public static boolean exists(String name, Registered registered) {
        return registered.has(name)
                || !FunctionTable.named(name.toLowerCase(Locale.ROOT)).isEmpty();
    }

    /** Whether there is one of that name that needs no defining, for any number of arguments. */
    public static boolean isBuiltIn(String name) {
        return !FunctionTable.named(name.toLowerCase(Locale.ROOT)).isEmpty();
    }

    /** Whether there is a built-in one of that name for exactly this number of arguments. */
    public static boolean isBuiltIn(String name, int argumentCount) {
        return FunctionTable.named(name.toLowerCase(Locale.ROOT)).stream()
                .anyMatch(function -> function.argumentCountMin() == argumentCount
                        && function.argumentCountMax() == argumentCount);
    }

    /** All functions but those that are registered, by name. */
    public static List<SqlFunction> all() {
        return FunctionTable.ALL;
    }
}
