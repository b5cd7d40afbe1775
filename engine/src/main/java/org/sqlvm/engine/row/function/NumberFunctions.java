package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.STRICT;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.VectorForm;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** abs, round, sign and random. */
public final class NumberFunctions {
    /** The operator {@code ~} as a function. */
    public static final ScalarFunction BIT_NOT = Scalar.of(
                    "~", 1, (context, arguments) -> Arithmetic.bitNot(arguments[0]))
            .with(STRICT, NEVER_FAILS)
            .with(VectorForm.toInteger(value -> ~value, value -> ~(long) value));

    static final List<SqlFunction> FUNCTIONS = List.of(
            Scalar.of("abs", 1, NumberFunctions::abs)
                    .with(STRICT)
                    .with(VectorForm.ofNumbers(NumberFunctions::abs, Math::abs)),
            Scalar.of("round", 1, 2, NumberFunctions::round)
                    .with(STRICT, NEVER_FAILS)
                    .with(VectorForm.toReal(NumberFunctions::round)),
            Scalar.of("sign", 1, NumberFunctions::sign)
                    .with(STRICT, NEVER_FAILS)
                    .with(VectorForm.toInteger(Long::signum, NumberFunctions::sign)),
            Scalar.changing("random", 0, 0, NumberFunctions::random).with(NEVER_FAILS));

    /** From 2^52 on a real has no digits after the point. */
    private static final double WHOLE_MIN = 4503599627370496.0;

    private static final long DIGITS_MAX = 30;

    private NumberFunctions() {}

    /** A number as it is, text that is wholly a number as that number, else NULL. */
    static Object numberOrNull(Object value) {
        if (value instanceof Text text) {
            return Affinities.number(text);
        }
        return value instanceof Long || value instanceof Double ? value : SqlNull.NULL;
    }

    private static Object abs(CallContext context, Object[] arguments) {
        Object value = arguments[0];
        if (value instanceof Long number) {
            return abs((long) number);
        }
        return value == SqlNull.NULL ? value : (Object) Math.abs(Casts.toDouble(value));
    }

    private static long abs(long number) {
        if (number == Long.MIN_VALUE) {
            throw SqlException.error("integer overflow");
        }
        return Math.abs(number);
    }

    @TruffleBoundary
    private static Object round(CallContext context, Object[] arguments) {
        Object value = arguments[0];
        if (value == SqlNull.NULL || (arguments.length == 2 && arguments[1] == SqlNull.NULL)) {
            return SqlNull.NULL;
        }
        long digits = arguments.length == 2 ? Casts.toLong(arguments[1]) : 0;
        digits = Math.max(0, Math.min(digits, DIGITS_MAX));
        double number = Casts.toDouble(value);
        if (digits == 0 || isWhole(number)) {
            return round(number);
        }
        TextBuilder text = new TextBuilder(TextBuilder.LENGTH_MAX);
        Conversion conversion = new Conversion();
        conversion.type = 'f';
        conversion.full = true;
        conversion.precision = (int) digits;
        RealFormat.append(text, conversion, number);
        return Numbers.doubleOf(text.toText());
    }

    /** Whether a number is so large that it has no digits after the point. */
    private static boolean isWhole(double number) {
        return number < -WHOLE_MIN || number > WHOLE_MIN;
    }

    /** A number without digits after the point. */
    private static double round(double number) {
        return isWhole(number) ? number : (double) (long) (number + (number < 0 ? -0.5 : 0.5));
    }

    private static Object sign(CallContext context, Object[] arguments) {
        Object number = numberOrNull(arguments[0]);
        if (number == SqlNull.NULL) {
            return number;
        }
        return sign(Casts.toDouble(number));
    }

    private static long sign(double number) {
        return number < 0 ? -1 : number > 0 ? 1 : 0;
    }

    /** Any integer but the least, so that abs(random()) never fails. */
    @TruffleBoundary
    private static Object random(CallContext context, Object[] arguments) {
        long number = ThreadLocalRandom.current().nextLong();
        return number < 0 ? -(number & Long.MAX_VALUE) : number;
    }

    /** A real result, NULL if it is no number. */
    static Object real(double value) {
        return Values.real(value);
    }
}
