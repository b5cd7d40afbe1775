package org.sqlvm.shell.mode;

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
    /** The digits of the format {@code %!.20g}, from which the same value can be read. */
    private static final int DIGITS = 20;
    /** Half a unit of its last digit, in the arithmetic of doubles that makes it. */
    private static final double ROUNDER = 5e-10 * 1.0e-10;

    /**
     * The digits of the format {@code %!.15g}, with which SQLite up to 3.42 converted REAL to TEXT.
     */
    private static final int SHOWN_DIGITS = 15;

    private static final double SHOWN_ROUNDER = 5e-5 * 1.0e-10;

    /** The most digits that are computed. */
    private static final int COMPUTED_DIGITS = 26;

    /** Integers up to here have so few digits that all are shown. */
    private static final double SHOWN_INTEGERS = 1e15;

    private static final long LOW_HALF = 0xffff_ffffL;

    /** Steps in which a value is brought to between 1 and 10, and the zeros of each. */
    private static final LongReal[] STEPS = {
        new LongReal(1e100), new LongReal(1e10), new LongReal(10.0)
    };

    private static final int[] STEP_ZEROS = {100, 10, 1};
    private static final LongReal ONE = new LongReal(1.0);
    private static final LongReal TEN = new LongReal(10.0);
    private static final LongReal TENTH = new LongReal(0.1);
    private static final LongReal SMALL = new LongReal(1e-8);
    private static final LongReal LARGE = new LongReal(1e8);

    private long significand;
    private int exponent;
    private int digitsLeft = COMPUTED_DIGITS;

    private LongReal(double value) {
        set(value);
    }

    private LongReal(LongReal other) {
        significand = other.significand;
        exponent = other.exponent;
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
        if (compare(TEN) >= 0) {
            multiply(TENTH);
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
        LongReal scale = ONE;
        for (int i = 0; i < STEPS.length; i++) {
            while (true) {
                LongReal next = new LongReal(STEPS[i]);
                next.multiply(scale);
                if (compare(next) < 0) {
                    break;
                }
                scale = next;
                decimal += STEP_ZEROS[i];
            }
        }
        divide(scale);
        while (compare(SMALL) < 0) {
            multiply(LARGE);
            decimal -= 8;
        }
        while (compare(ONE) < 0) {
            multiply(TEN);
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
        multiply(TEN);
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

    private int compare(LongReal other) {
        if (significand == 0 || other.significand == 0) {
            return Long.compare(significand == 0 ? 0 : 1, other.significand == 0 ? 0 : 1);
        }
        return exponent != other.exponent
                ? Integer.compare(exponent, other.exponent)
                : Long.compareUnsigned(significand, other.significand);
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
        long by = divisor.significand;
        int scale = exponent - divisor.exponent - Long.SIZE;
        if (Long.compareUnsigned(significand, by) >= 0) {
            // The quotient has 65 bits: one, and those of the rest.
            long quotient = quotient(significand - by, by);
            long sticky = quotient * by == 0 ? 0 : 1;
            rounded(Long.MIN_VALUE | (quotient >>> 1), (quotient << 63) | sticky, scale + 1);
            return;
        }
        long quotient = quotient(significand, by);
        long remainder = -quotient * by;
        int half = Long.compareUnsigned(remainder, by - remainder);
        rounded(quotient, half < 0 ? 0 : half == 0 ? Long.MIN_VALUE : -1, scale);
    }

    /**
     * {@code high * 2^64 / by}, unsigned; {@code by} has its top bit set and is greater than
     * {@code high}. Schoolbook division in digits of 32 bits: Knuth's algorithm D.
     */
    private static long quotient(long high, long by) {
        long first = digit(high, by);
        long rest = (high << 32) - first * by;
        return (first << 32) + digit(rest, by);
    }

    /** The digit {@code high * 2^32 / by}. */
    private static long digit(long high, long by) {
        long byHigh = by >>> 32;
        long byLow = by & LOW_HALF;
        long digit = Long.divideUnsigned(high, byHigh);
        long rest = high - digit * byHigh;
        while (digit > LOW_HALF || Long.compareUnsigned(digit * byLow, rest << 32) > 0) {
            digit--;
            rest += byHigh;
            if (rest > LOW_HALF) {
                break;
            }
        }
        return digit;
    }

    /** Adds what is less, but not less by 128 bits. */
    private void add(double summand) {
        LongReal other = new LongReal(summand);
        int shift = exponent - other.exponent;
        assert shift > 0 && shift < 2 * Long.SIZE : shift;
        long low;
        long sum = significand;
        if (shift < Long.SIZE) {
            sum += other.significand >>> shift;
            low = other.significand << -shift;
        } else {
            long lost = shift == Long.SIZE ? 0 : other.significand << -shift;
            low = (other.significand >>> (shift - Long.SIZE)) | (lost == 0 ? 0 : 1);
        }
        if (sum < 0) {
            rounded(sum, low, exponent);
        } else {
            // The top bit went over.
            long sticky = low == 0 ? 0 : 1;
            rounded(Long.MIN_VALUE | (sum >>> 1), (sum << 63) | sticky, exponent + 1);
        }
    }
}
