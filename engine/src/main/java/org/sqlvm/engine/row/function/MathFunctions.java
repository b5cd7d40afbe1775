package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.STRICT;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.VectorForm;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * sqlite.org/lang_mathfunc.html. What is not a number gives NULL, and so does a result that is
 * none.
 */
final class MathFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            real("acos", StrictMath::acos),
            real("acosh", MathFunctions::acosh),
            real("asin", StrictMath::asin),
            real("asinh", MathFunctions::asinh),
            real("atan", StrictMath::atan),
            real("atan2", StrictMath::atan2),
            real("atanh", MathFunctions::atanh),
            whole("ceil", Math::ceil),
            whole("ceiling", Math::ceil),
            real("cos", Math::cos),
            real("cosh", MathFunctions::cosh),
            real("degrees", radians -> radians * (180.0 / Math.PI)),
            real("exp", Math::exp),
            whole("floor", Math::floor),
            logarithm("ln", Math::log),
            logarithm("log", Logarithm::base10),
            Scalar.of("log", 2, MathFunctions::logOfBase).with(STRICT, NEVER_FAILS),
            logarithm("log10", Logarithm::base10),
            logarithm("log2", Logarithm::base2),
            real("mod", (left, right) -> left % right),
            Scalar.of("pi", 0, (context, none) -> Math.PI).with(NEVER_FAILS),
            real("pow", MathFunctions::pow),
            real("power", MathFunctions::pow),
            real("radians", degrees -> degrees * (Math.PI / 180.0)),
            real("sin", Math::sin),
            real("sinh", MathFunctions::sinh),
            real("sqrt", Math::sqrt),
            real("tan", Math::tan),
            real("tanh", StrictMath::tanh),
            whole("trunc", value -> value < 0 ? Math.ceil(value) : Math.floor(value)));

    private static final double LN_2 = Math.log(2);

    /** From here on e^-x is lost beside e^x. */
    private static final double EXP_ONLY = 22;

    /** The greatest number whose exp is finite. */
    private static final double EXP_MAX = 709.782712893384;

    private MathFunctions() {}

    private static Scalar real(String name, DoubleUnaryOperator operator) {
        return Scalar.of(name, 1, (context, arguments) -> apply(operator, arguments[0]))
                .with(STRICT, NEVER_FAILS)
                .with(VectorForm.toReal(operator));
    }

    @TruffleBoundary
    private static Object apply(DoubleUnaryOperator operator, Object value) {
        Object number = NumberFunctions.numberOrNull(value);
        return number == SqlNull.NULL
                ? number
                : NumberFunctions.real(operator.applyAsDouble(Casts.toDouble(number)));
    }

    private static Scalar real(String name, DoubleBinaryOperator operator) {
        return Scalar.of(name, 2, (context, arguments) -> apply(operator, arguments))
                .with(STRICT, NEVER_FAILS);
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
                })
                .with(STRICT, NEVER_FAILS)
                .with(VectorForm.ofNumbers(value -> value, operator));
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

    /**
     * C's pow: 1 to any power and anything to the power 0 are 1, and (-1) to an infinite one, too.
     */
    private static double pow(double base, double exponent) {
        if (base == 1 || (base == -1 && Double.isInfinite(exponent))) {
            return 1;
        }
        return Math.pow(base, exponent);
    }

    // The hyperbolic functions and their inverses are computed with the formulas of C libraries,
    // so that they have the same last digit: Java's exp and log are as exact as theirs.

    private static double cosh(double value) {
        double x = Math.abs(value);
        if (x < 0.5 * LN_2) {
            double below = Math.expm1(x);
            double grown = 1 + below;
            return x < 0x1p-55 ? grown : 1 + below * below / (grown + grown);
        }
        if (x < EXP_ONLY) {
            double grown = Math.exp(x);
            return 0.5 * grown + 0.5 / grown;
        }
        return halfOfExp(x);
    }

    private static double sinh(double value) {
        double x = Math.abs(value);
        double half = value < 0 ? -0.5 : 0.5;
        if (x < 0x1p-28) {
            return value;
        }
        if (x < EXP_ONLY) {
            double above = Math.expm1(x);
            return x < 1
                    ? half * (2.0 * above - above * above / (above + 1))
                    : half * (above + above / (above + 1));
        }
        return Math.copySign(halfOfExp(x), value);
    }

    /** Half of e to the power x; it may be less than infinite where that is not. */
    private static double halfOfExp(double x) {
        if (x < EXP_MAX) {
            return 0.5 * Math.exp(x);
        }
        double root = Math.exp(0.5 * x);
        return 0.5 * root * root;
    }

    private static double asinh(double value) {
        double x = Math.abs(value);
        if (x < 0x1p-28) {
            return value;
        }
        double result;
        if (x > 0x1p28) {
            result = Math.log(x) + LN_2; // x * x + 1 is x * x, and might overflow.
        } else if (x > 2) {
            result = Math.log(2.0 * x + 1.0 / (Math.sqrt(x * x + 1.0) + x));
        } else {
            double square = x * x;
            result = Math.log1p(x + square / (1.0 + Math.sqrt(1.0 + square)));
        }
        return Math.copySign(result, value);
    }

    private static double acosh(double value) {
        if (value < 1) {
            return Double.NaN;
        }
        if (value > 0x1p28) {
            return Math.log(value) + LN_2;
        }
        if (value > 2) {
            return Math.log(2.0 * value - 1.0 / (value + Math.sqrt(value * value - 1.0)));
        }
        double above = value - 1;
        return Math.log1p(above + Math.sqrt(2.0 * above + above * above));
    }

    private static double atanh(double value) {
        double x = Math.abs(value);
        double twice = x + x;
        double result = x < 0.5
                ? 0.5 * Math.log1p(twice + twice * x / (1.0 - x))
                : 0.5 * Math.log1p(twice / (1.0 - x));
        return Math.copySign(x < 0x1p-28 ? x : result, value);
    }
}
