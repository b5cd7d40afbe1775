package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.CHOOSES;
import static org.sqlvm.engine.row.FunctionFact.COMPARES;
import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.STRICT;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.TimeGrain;

import java.util.List;

/**
 * Functions that give back one of their arguments or say what it is. The compiler turns most of
 * them into jumps, so that arguments which are not wanted are not computed; here they are plain
 * functions.
 */
public final class ChoiceFunctions {
    /** The code that the compiler generates for a call. */
    public enum Form {
        /** A call like that of any other function. */
        CALL,
        /** The first argument that is not NULL. */
        FIRST_VALUE,
        /** The value behind the first condition that is true. */
        BRANCHES,
        /** The first argument; how likely it is true is for the planner. */
        HINT
    }

    /** The body of a function that the compiler turns into something else. */
    private record Choice(Form form, Scalar.Body body) implements Scalar.Body {
        @Override
        public Object call(CallContext context, Object[] arguments) {
            return body.call(context, arguments);
        }
    }

    /** typeof() */
    public static final ScalarFunction TYPE_OF =
            Scalar.of("typeof", 1, ChoiceFunctions::typeOf).with(NEVER_FAILS).with(TimeGrain.NONE);

    /** likelihood(), whose second argument is a literal. */
    public static final ScalarFunction LIKELIHOOD = hint("likelihood", 2);

    static final List<SqlFunction> FUNCTIONS = List.of(
            firstValue("coalesce", Scalar.MANY),
            firstValue("ifnull", 2),
            branches("iif"),
            branches("if"),
            Scalar.of("nullif", 2, ChoiceFunctions::nullif).with(NEVER_FAILS, COMPARES, CHOOSES),
            hint("likely", 1),
            hint("unlikely", 1),
            LIKELIHOOD,
            best("min", -1),
            best("max", 1),
            TYPE_OF);

    private static final Text NULL = Text.of("null");
    private static final Text INTEGER = Text.of("integer");
    private static final Text REAL = Text.of("real");
    private static final Text TEXT = Text.of("text");
    private static final Text BLOB = Text.of("blob");

    private ChoiceFunctions() {}

    /** Returns the code that the compiler generates for a call of {@code function}. */
    public static Form form(SqlFunction function) {
        return function instanceof Scalar scalar && scalar.body() instanceof Choice choice
                ? choice.form()
                : Form.CALL;
    }

    private static Scalar firstValue(String name, int max) {
        return Scalar.of(name, 2, max, new Choice(Form.FIRST_VALUE, ChoiceFunctions::coalesce))
                .with(NEVER_FAILS, CHOOSES);
    }

    private static Scalar branches(String name) {
        return Scalar.of(name, 2, Scalar.MANY, new Choice(Form.BRANCHES, ChoiceFunctions::iif))
                .with(NEVER_FAILS, CHOOSES);
    }

    private static Scalar hint(String name, int argumentCount) {
        return Scalar.of(name, argumentCount, new Choice(Form.HINT, ChoiceFunctions::first))
                .with(NEVER_FAILS, CHOOSES);
    }

    private static Scalar best(String name, int wanted) {
        return Scalar.of(
                        name,
                        2,
                        Scalar.MANY,
                        (context, arguments) -> best(context, arguments, wanted))
                .with(STRICT, NEVER_FAILS, COMPARES, CHOOSES);
    }

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
