package org.sqlvm.engine.row;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * sqlite.org/lang_mathfunc.html. What is not a number gives NULL, and so does a result that is
 * none.
 */
final class MathFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            real("acos", Math::acos),
            real("acosh", MathFunctions::acosh),
            real("asin", Math::asin),
            real("asinh", MathFunctions::asinh),
            real("atan", Math::atan),
            real("atan2", Math::atan2),
            real("atanh", MathFunctions::atanh),
            whole("ceil", Math::ceil),
            whole("ceiling", Math::ceil),
            real("cos", Math::cos),
            real("cosh", Math::cosh),
            real("degrees", radians -> radians * (180.0 / Math.PI)),
            real("exp", Math::exp),
            whole("floor", Math::floor),
            logarithm("ln", Math::log),
            logarithm("log", Math::log10),
            Scalar.of("log", 2, MathFunctions::logOfBase),
            logarithm("log10", Math::log10),
            logarithm("log2", MathFunctions::log2),
            real("mod", (left, right) -> left % right),
            Scalar.of("pi", 0, (context, none) -> Math.PI),
            real("pow", MathFunctions::pow),
            real("power", MathFunctions::pow),
            real("radians", degrees -> degrees * (Math.PI / 180.0)),
            real("sin", Math::sin),
            real("sinh", Math::sinh),
            real("sqrt", Math::sqrt),
            real("tan", Math::tan),
            real("tanh", Math::tanh),
            whole("trunc", value -> value < 0 ? Math.ceil(value) : Math.floor(value)));

    private static final double LN_2 = Math.log(2);

    private MathFunctions() {}

    private static Scalar real(String name, DoubleUnaryOperator operator) {
        return Scalar.of(name, 1, (context, arguments) -> apply(operator, arguments[0]));
    }

    @TruffleBoundary
    private static Object apply(DoubleUnaryOperator operator, Object value) {
        Object number = NumberFunctions.numberOrNull(value);
        return number == SqlNull.NULL
                ? number
                : NumberFunctions.real(operator.applyAsDouble(Casts.toDouble(number)));
    }

    private static Scalar real(String name, DoubleBinaryOperator operator) {
        return Scalar.of(name, 2, (context, arguments) -> apply(operator, arguments));
    }

    @TruffleBoundary
    private static Object apply(DoubleBinaryOperator operator, Object[] arguments) {
        Object left = NumberFunctions.numberOrNull(arguments[0]);
        Object right = NumberFunctions.numberOrNull(arguments[1]);
        if (left == SqlNull.NULL || right == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        return NumberFunctions.real(
                operator.applyAsDouble(Casts.toDouble(left), Casts.toDouble(right)));
    }

    /** A function that leaves integers as they are. */
    private static Scalar whole(String name, DoubleUnaryOperator operator) {
        return Scalar.of(name, 1, (context, arguments) -> {
            Object number = NumberFunctions.numberOrNull(arguments[0]);
            return number instanceof Double value
                    ? NumberFunctions.real(operator.applyAsDouble(value))
                    : number;
        });
    }

    /** A function of positive numbers only. */
    private static Scalar logarithm(String name, DoubleUnaryOperator operator) {
        return real(name, value -> value > 0 ? operator.applyAsDouble(value) : Double.NaN);
    }

    /**
     * SQLite asks only the base whether it is a number; the other side counts as what it begins
     * with.
     */
    @TruffleBoundary
    private static Object logOfBase(CallContext context, Object[] arguments) {
        Object base = NumberFunctions.numberOrNull(arguments[0]);
        double divisor = base == SqlNull.NULL ? 0 : Casts.toDouble(base);
        divisor = divisor > 0 ? Math.log(divisor) : 0;
        double value = Casts.toDouble(arguments[1]);
        return divisor > 0 && value > 0
                ? NumberFunctions.real(Math.log(value) / divisor)
                : SqlNull.NULL;
    }

    /** Exact for powers of two, where the quotient of logarithms may miss by a digit. */
    private static double log2(double value) {
        int exponent = Math.getExponent(value);
        return value == Math.scalb(1.0, exponent) ? exponent : Math.log(value) / LN_2;
    }

    /**
     * C's pow: 1 to any power and anything to the power 0 are 1, and (-1) to an infinite one, too.
     */
    private static double pow(double base, double exponent) {
        if (base == 1 || (base == -1 && Double.isInfinite(exponent))) {
            return 1;
        }
        return Math.pow(base, exponent);
    }

    private static double asinh(double value) {
        double x = Math.abs(value);
        double result = x > 1e9
                ? Math.log(x) + LN_2 // x * x + 1 is x * x, and might overflow.
                : Math.log1p(x + x * x / (1 + Math.sqrt(1 + x * x)));
        return Math.copySign(result, value);
    }

    private static double acosh(double value) {
        if (value < 1) {
            return Double.NaN;
        }
        if (value > 1e9) {
            return Math.log(value) + LN_2;
        }
        double above = value - 1;
        return Math.log1p(above + Math.sqrt(2 * above + above * above));
    }

    private static double atanh(double value) {
        double x = Math.abs(value);
        return Math.copySign(0.5 * Math.log1p(2 * x / (1 - x)), value);
    }
}
