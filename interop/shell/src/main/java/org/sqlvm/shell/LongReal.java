package org.sqlvm.shell;

import java.math.BigInteger;

/**
 * A REAL as sqlite3's shell prints it: with fifteen digits, or with twenty where a value must come
 * back the same, in the modes json, quote and insert. sqlite3 computes the digits in the x86's
 * 80-bit reals and their rounding errors show in the last digits, so this computes with the same
 * 64-bit significands.
 *
 * <p>A value here is positive: {@code significand * 2^exponent}, the significand unsigned with its
 * top bit set, or 0.
 */
final class LongReal {
    /** Of the format {@code %!.20g}, from which the same value can be read. */
    private static final int DIGITS = 20;
    /** Half a unit of its last digit, in the arithmetic of doubles that makes it. */
    private static final double ROUNDER = 5e-10 * 1.0e-10;

    /** Of the format {@code %!.15g}, in which SQLite up to 3.42 made TEXT of every REAL. */
    private static final int SHOWN_DIGITS = 15;

    private static final double SHOWN_ROUNDER = 5e-5 * 1.0e-10;

    /** So many digits are ever computed. */
    private static final int COMPUTED_DIGITS = 26;

    /** Integers up to here have so few digits that all are shown. */
    private static final double SHOWN_INTEGERS = 1e15;

    private long significand;
    private int exponent;
    private int digitsLeft = COMPUTED_DIGITS;

    private LongReal(double value) {
        set(value);
    }

    /** With 15 digits: what the modes that are read by people show. */
    static String shown(double value) {
        if (Math.abs(value) < SHOWN_INTEGERS && value == (long) value) {
            return (long) value + ".0";
        }
        return text(value, SHOWN_DIGITS, SHOWN_ROUNDER);
    }

    /** As SQL and JSON understand it: infinity is a literal too large for any double. */
    static String literal(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "1e999" : "-1e999";
        }
        return text(value);
    }

    static String text(double value) {
        return text(value, DIGITS, ROUNDER);
    }

    private static String text(double value, int digits, double rounder) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "Inf" : "-Inf";
        }
        if (value == 0) {
            return "0.0";
        }
        StringBuilder text = new StringBuilder(32);
        if (value < 0) {
            text.append('-');
        }
        new LongReal(Math.abs(value)).print(text, digits, rounder);
        return text.toString();
    }

    private void print(StringBuilder text, int digits, double rounder) {
        int decimal = normalize();
        add(rounder);
        if (compare(10.0) >= 0) {
            multiply(0.1);
            decimal++;
        }
        int precision = digits - 1;
        boolean scientific = decimal < -4 || decimal > precision;
        int whole = scientific ? 0 : decimal;
        if (!scientific) {
            precision -= decimal;
        }
        if (whole < 0) {
            text.append('0');
        }
        for (; whole >= 0; whole--) {
            text.append(digit());
        }
        text.append('.');
        for (whole++; whole < 0; whole++) {
            text.append('0');
            precision--;
        }
        while (precision-- > 0) {
            text.append(digit());
        }
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        text.setLength(end);
        if (text.charAt(end - 1) == '.') {
            text.append('0');
        }
        if (scientific) {
            text.append(decimal < 0 ? "e-" : "e+");
            int size = Math.abs(decimal);
            text.append(size < 10 ? "0" : "").append(size);
        }
    }

    /** Scales the value into 1 to 10 and gives the decimal exponent that it had. */
    private int normalize() {
        int decimal = 0;
        LongReal scale = new LongReal(1.0);
        for (double step : new double[] {1e100, 1e10, 10.0}) {
            int zeros = step == 1e100 ? 100 : step == 1e10 ? 10 : 1;
            while (true) {
                LongReal next = new LongReal(step);
                next.multiply(scale);
                if (compare(next) < 0) {
                    break;
                }
                scale = next;
                decimal += zeros;
            }
        }
        divide(scale);
        while (compare(1e-8) < 0) {
            multiply(1e8);
            decimal -= 8;
        }
        while (compare(1.0) < 0) {
            multiply(10.0);
            decimal--;
        }
        return decimal;
    }

    /** The digit before the point; the rest moves up by one. */
    private char digit() {
        if (digitsLeft <= 0) {
            return '0';
        }
        digitsLeft--;
        int digit = 0;
        if (significand != 0 && exponent > -Long.SIZE) {
            digit = (int) (significand >>> -exponent);
            long rest = significand - ((long) digit << -exponent);
            normalized(rest, exponent);
        }
        multiply(10.0);
        return (char) ('0' + digit);
    }

    private void set(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int biased = (int) (bits >>> 52 & 0x7ff);
        long fraction = bits & (1L << 52) - 1;
        normalized(biased == 0 ? fraction : fraction | 1L << 52, Math.max(biased, 1) - 1075);
    }

    private void normalized(long value, int scale) {
        int zeros = value == 0 ? 0 : Long.numberOfLeadingZeros(value);
        significand = value << zeros;
        exponent = scale - zeros;
    }

    private int compare(double other) {
        return compare(new LongReal(other));
    }

    private int compare(LongReal other) {
        if (significand == 0 || other.significand == 0) {
            return Long.compare(significand == 0 ? 0 : 1, other.significand == 0 ? 0 : 1);
        }
        return exponent != other.exponent
                ? Integer.compare(exponent, other.exponent)
                : Long.compareUnsigned(significand, other.significand);
    }

    private void multiply(double factor) {
        multiply(new LongReal(factor));
    }

    private void multiply(LongReal factor) {
        if (significand == 0) {
            return;
        }
        long high = Math.unsignedMultiplyHigh(significand, factor.significand);
        long low = significand * factor.significand;
        int scale = exponent + factor.exponent + Long.SIZE;
        if (high >= 0) {
            high = high << 1 | low >>> 63;
            low <<= 1;
            scale--;
        }
        rounded(high, low, scale);
    }

    /** To the nearest significand of 64 bits, to the even one of two as near. */
    private void rounded(long high, long low, int scale) {
        boolean up = low < 0 && (low != Long.MIN_VALUE || (high & 1) != 0);
        significand = high;
        exponent = scale;
        if (up && ++significand == 0) {
            significand = Long.MIN_VALUE;
            exponent++;
        }
    }

    private void divide(LongReal divisor) {
        BigInteger numerator = unsigned(significand).shiftLeft(2 * Long.SIZE);
        BigInteger[] result = numerator.divideAndRemainder(unsigned(divisor.significand));
        // A sticky last bit stands for all that the division left over.
        round(
                result[0].shiftLeft(1).or(sticky(result[1])),
                exponent - divisor.exponent - 2 * Long.SIZE - 1);
    }

    private void add(double summand) {
        LongReal other = new LongReal(summand);
        int lowest = Math.min(exponent, other.exponent);
        BigInteger sum = unsigned(significand)
                .shiftLeft(exponent - lowest)
                .add(unsigned(other.significand).shiftLeft(other.exponent - lowest));
        round(sum, lowest);
    }

    private void round(BigInteger value, int scale) {
        int excess = value.bitLength() - Long.SIZE;
        if (excess <= 0) {
            normalized(value.longValue(), scale);
            return;
        }
        long high = value.shiftRight(excess).longValue();
        BigInteger rest = value.subtract(value.shiftRight(excess).shiftLeft(excess));
        int half = rest.compareTo(BigInteger.ONE.shiftLeft(excess - 1));
        rounded(high, half < 0 ? 0 : half == 0 ? Long.MIN_VALUE : -1, scale + excess);
    }

    private static BigInteger sticky(BigInteger remainder) {
        return remainder.signum() == 0 ? BigInteger.ZERO : BigInteger.ONE;
    }

    private static BigInteger unsigned(long value) {
        BigInteger high = BigInteger.valueOf(value >>> 1).shiftLeft(1);
        return (value & 1) == 0 ? high : high.setBit(0);
    }
}
