package org.sqlvm.engine.row.function;

/**
 * Logarithms of base 2 and 10 with the last digit of C libraries. The quotient of two rounded
 * logarithms misses it for every fifth value; that of base 2 is computed with pairs of doubles,
 * whose sum has some 100 bits, and rounded once.
 */
final class Logarithm {
    /** The natural logarithm of 2: the nearest double, and what is left. */
    private static final double LN_2 = 0x1.62e42fefa39efp-1;

    private static final double LN_2_REST = 0x1.abc9e3b39803fp-56;

    /** log10(2) in 33 bits, and what is left; 1 / ln(10). */
    private static final double LOG10_2 = 0x1.34413509f6p-2;

    private static final double LOG10_2_REST = 0x1.9fef311f12b36p-42;
    private static final double LN_10_INVERSE = 0x1.bcb7b1526e50ep-2;

    private static final double SQRT_2 = Math.sqrt(2);

    /** The terms of the series that are not lost beside its first one. */
    private static final int TERMS = 22;

    private double high;
    private double low;

    private Logarithm(double high, double low) {
        this.high = high;
        this.low = low;
    }

    /** @param value greater than 0 */
    static double base2(double value) {
        if (Double.isInfinite(value)) {
            return value;
        }
        Logarithm result = new Logarithm(0, 0);
        int exponent = result.setFraction(value);
        result.divide(LN_2, LN_2_REST);
        result.add(exponent, 0);
        return result.high + result.low;
    }

    /**
     * As C libraries compute it: the exponent's share is a product with a log10(2) of which the
     * first part has so few bits that it is exact.
     *
     * @param value greater than 0
     */
    static double base10(double value) {
        if (Double.isInfinite(value)) {
            return value;
        }
        boolean tiny = value < Double.MIN_NORMAL;
        double scaled = tiny ? value * 0x1p54 : value;
        int exponent = Math.getExponent(scaled) - (tiny ? 54 : 0);
        // The fraction is near 1 on the side where the value is.
        int whole = exponent < 0 ? exponent + 1 : exponent;
        double fraction = Math.scalb(scaled, -Math.getExponent(scaled) + exponent - whole);
        double rest = whole * LOG10_2_REST + LN_10_INVERSE * Math.log(fraction);
        return rest + whole * LOG10_2;
    }

    /**
     * Becomes the natural logarithm of the value's fraction f, which is between the roots of 1/2
     * and 2: twice the sum of s^n / n for odd n, where s is (f - 1) / (f + 1).
     *
     * @return the exponent
     */
    private int setFraction(double value) {
        // A subnormal number has no exponent of its own.
        boolean tiny = value < Double.MIN_NORMAL;
        double scaled = tiny ? value * 0x1p54 : value;
        int exponent = Math.getExponent(scaled);
        double fraction = Math.scalb(scaled, -exponent);
        if (fraction > SQRT_2) {
            fraction /= 2;
            exponent++;
        }
        Logarithm s = new Logarithm(fraction - 1, 0);
        double sum = fraction + 1;
        s.divide(sum, fraction - (sum - 1));
        Logarithm square = new Logarithm(s.high, s.low);
        square.multiply(s.high, s.low);
        high = 0;
        low = 0;
        for (int n = 2 * TERMS + 1; n > 0; n -= 2) {
            multiply(square.high, square.low);
            Logarithm term = new Logarithm(1, 0);
            term.divide(n, 0);
            add(term.high, term.low);
        }
        multiply(s.high, s.low);
        multiply(2, 0);
        return tiny ? exponent - 54 : exponent;
    }

    private void set(double sum, double rest) {
        high = sum + rest;
        low = rest - (high - sum);
    }

    private void add(double otherHigh, double otherLow) {
        double sum = high + otherHigh;
        double part = sum - high;
        double rest = (high - (sum - part)) + (otherHigh - part);
        set(sum, rest + low + otherLow);
    }

    private void multiply(double otherHigh, double otherLow) {
        double product = high * otherHigh;
        double rest = Math.fma(high, otherHigh, -product);
        set(product, rest + high * otherLow + low * otherHigh);
    }

    private void divide(double otherHigh, double otherLow) {
        double quotient = high / otherHigh;
        double rest = Math.fma(-quotient, otherHigh, high) + low - quotient * otherLow;
        set(quotient, rest / otherHigh);
    }
}
