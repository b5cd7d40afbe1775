package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/**
 * Functions that give back one of their arguments or say what it is. The compiler turns most of
 * them into jumps, so that arguments which are not wanted are not computed; here they are plain
 * functions.
 */
final class ChoiceFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            Scalar.of("coalesce", 2, Scalar.MANY, ChoiceFunctions::coalesce),
            Scalar.of("ifnull", 2, ChoiceFunctions::coalesce),
            Scalar.of("iif", 2, Scalar.MANY, ChoiceFunctions::iif),
            Scalar.of("if", 2, Scalar.MANY, ChoiceFunctions::iif),
            Scalar.of("nullif", 2, ChoiceFunctions::nullif),
            Scalar.of("likely", 1, ChoiceFunctions::first),
            Scalar.of("unlikely", 1, ChoiceFunctions::first),
            Scalar.of("likelihood", 2, ChoiceFunctions::first),
            Scalar.of("min", 2, Scalar.MANY, (context, arguments) -> best(context, arguments, -1)),
            Scalar.of("max", 2, Scalar.MANY, (context, arguments) -> best(context, arguments, 1)),
            Scalar.of("typeof", 1, ChoiceFunctions::typeOf));

    private static final Text NULL = Text.of("null");
    private static final Text INTEGER = Text.of("integer");
    private static final Text REAL = Text.of("real");
    private static final Text TEXT = Text.of("text");
    private static final Text BLOB = Text.of("blob");

    private ChoiceFunctions() {}

    private static Object first(CallContext context, Object[] arguments) {
        return Values.owned(arguments[0]);
    }

    private static Object coalesce(CallContext context, Object[] arguments) {
        for (Object argument : arguments) {
            if (argument != SqlNull.NULL) {
                return Values.owned(argument);
            }
        }
        return SqlNull.NULL;
    }

    /** Pairs of condition and value, and perhaps a value for when no condition is true. */
    private static Object iif(CallContext context, Object[] arguments) {
        int i = 0;
        for (; i + 1 < arguments.length; i += 2) {
            if (arguments[i] != SqlNull.NULL && Casts.isTrue(arguments[i])) {
                return Values.owned(arguments[i + 1]);
            }
        }
        return i < arguments.length ? Values.owned(arguments[i]) : SqlNull.NULL;
    }

    private static Object nullif(CallContext context, Object[] arguments) {
        boolean same = Values.equal(arguments[0], arguments[1], context.collation());
        return same ? SqlNull.NULL : Values.owned(arguments[0]);
    }

    /** The least (wanted = -1) or greatest (1) argument; NULL if one is NULL. */
    private static Object best(CallContext context, Object[] arguments, int wanted) {
        Collation collation = context.collation();
        Object best = arguments[0];
        for (Object argument : arguments) {
            if (argument == SqlNull.NULL) {
                return SqlNull.NULL;
            }
            // Of equal values the last minimum and the first maximum are taken, as SQLite does.
            int compared = Values.compare(argument, best, collation);
            if (wanted > 0 ? compared > 0 : compared <= 0) {
                best = argument;
            }
        }
        return Values.owned(best);
    }

    private static Object typeOf(CallContext context, Object[] arguments) {
        Object value = arguments[0];
        if (value instanceof Long) {
            return INTEGER;
        }
        if (value instanceof Double) {
            return REAL;
        }
        if (value instanceof Text) {
            return TEXT;
        }
        return value == SqlNull.NULL ? NULL : BLOB;
    }
}
