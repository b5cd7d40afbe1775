package org.sqlvm.engine.row;

import org.sqlvm.engine.error.SqlException;

import java.util.List;
import java.util.Locale;

/**
 * The functions SQL can call without defining them, by name and number of arguments
 * (sqlite.org/lang_corefunc.html, lang_mathfunc.html and lang_aggfunc.html).
 */
public final class Functions {
    private Functions() {}

    /**
     * The function for a call.
     *
     * @param name as written, in any case
     * @throws SqlException "no such function: X" or "wrong number of arguments to function X()"
     */
    public static SqlFunction find(String name, int argumentCount) {
        List<SqlFunction> candidates = FunctionTable.named(name.toLowerCase(Locale.ROOT));
        for (SqlFunction function : candidates) {
            if (argumentCount >= function.argumentCountMin()
                    && argumentCount <= function.argumentCountMax()) {
                return function;
            }
        }
        throw SqlException.error(
                candidates.isEmpty()
                        ? "no such function: " + name
                        : "wrong number of arguments to function " + name + "()");
    }

    /** Whether there is a function of that name, for any number of arguments. */
    public static boolean exists(String name) {
        return !FunctionTable.named(name.toLowerCase(Locale.ROOT)).isEmpty();
    }

    /** All functions, by name. */
    public static List<SqlFunction> all() {
        return FunctionTable.ALL;
    }
}
