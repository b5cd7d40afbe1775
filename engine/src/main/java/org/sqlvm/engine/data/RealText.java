package org.sqlvm.engine.data;

/**
 * The decimal digits of a real, rounded to a wanted precision, as SQLite finds them:
 * {@code 0.d1d2d3… * 10^point}. The basis of printf's conversions and of the text of a real.
 */
public final class RealText {
    private static final int DIGITS_MAX = 24;

    /** The digits as characters are {@code digits[start .. start + count)}; no zero at the end. */
    private final byte[] digits = new byte[DIGITS_MAX];

    private int start;
    private int count;
    private int point;
    private final boolean negative;
    private final boolean infinite;

    /**
     * @param value not NaN
     * @param rounding if positive, the count of digits to round to; else minus the count of digits
     *     after the point
     * @param digitsMax no more digits than this
     */
    public RealText(double value, int rounding, int digitsMax) {
        assert !Double.isNaN(value) : "NaN is NULL";
        negative = value < 0;
        infinite = Double.isInfinite(value);
        if (value == 0) {
            digits[0] = '0';
            count = 1;
            point = 1;
        } else if (!infinite) {
            decode(Math.abs(value), rounding, digitsMax);
        }
    }

    public boolean isNegative() {
        return negative;
    }

    public boolean isInfinite() {
        return infinite;
    }

    /** Significant digits; at least one. */
    public int count() {
        return count;
    }

    /** Digit {@code index} as a character; '0' beyond the significant ones. */
    public char digit(int index) {
        return index < count ? (char) digits[start + index] : '0';
    }

    /**
     * Returns the number of digits before the point; not positive if the number is less than 0.1.
     */
    public int point() {
        return point;
    }

    private void decode(double value, int rounding, int digitsMax) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52);
        long mantissa = bits & ((1L << 52) - 1);
        if (exponent == 0) {
            int shift = Long.numberOfLeadingZeros(mantissa);
            mantissa <<= shift;
            exponent = -1074 - shift;
        } else {
            mantissa = mantissa << 11 | 1L << 63;
            exponent -= 1086;
        }
        int wanted = rounding <= 0 || rounding >= 18 ? 18 : rounding + 1;
        int power = PowersOfTen.decimalExponent(exponent, wanted);
        writeDigits(PowersOfTen.decimalDigits(mantissa, exponent, wanted));
        point = count + power;
        round(value, power, rounding, digitsMax);
        while (count > 1 && digits[start + count - 1] == '0') {
            count--;
        }
    }

    private void writeDigits(long number) {
        start = DIGITS_MAX;
        assert number > 0 : number; // 19 digits at most, so a signed division will do.
        long rest = number;
        while (rest != 0) {
            long quotient = rest / 10;
            digits[--start] = (byte) ('0' + (rest - quotient * 10));
            rest = quotient;
        }
        count = DIGITS_MAX - start;
    }

    private void round(double value, int power, int rounding, int digitsMax) {
        int keep = rounding;
        if (rounding <= 0) {
            keep = point - rounding;
            if (keep == 0 && digits[start] >= '5') {
                keep = 1; // 0.5 or more rounds up to a digit that was not there.
                digits[--start] = '0';
                count++;
                point++;
            }
        }
        if (keep <= 0 || (keep >= count && count <= digitsMax)) {
            return;
        }
        keep = Math.min(keep, digitsMax);
        if (keep == Numbers.DIGITS_DEFAULT) {
            keep = shortened(value, power, keep);
        }
        roundTo(keep);
    }

    /**
     * Rounding 49.469999999999999 to 49.47 is right if that reads as the same real. Looked for only
     * where the digits end in nines or zeros: SQLite does not look for the shortest text of all.
     */
    private int shortened(double value, int power, int keep) {
        int kept;
        long candidate;
        if (digits[start + 15] == '9' && digits[start + 14] == '9') {
            kept = 14;
            while (kept > 0 && digits[start + kept - 1] == '9') {
                kept--;
            }
            candidate = leading(kept) + 1;
        } else if (point >= count || endsInZeros()) {
            kept = 13;
            while (digits[start + kept - 1] == '0') {
                kept--;
            }
            candidate = leading(kept);
        } else {
            return keep;
        }
        boolean same = value == PowersOfTen.toDouble(candidate, power + count - kept);
        return same ? kept + 1 : keep;
    }

    private boolean endsInZeros() {
        return digits[start + 15] == '0' && digits[start + 14] == '0' && digits[start + 13] == '0';
    }

    /** The first {@code kept} digits as a number. */
    private long leading(int kept) {
        long number = 0;
        for (int i = 0; i < kept; i++) {
            number = number * 10 + (digits[start + i] - '0');
        }
        return number;
    }

    private void roundTo(int keep) {
        boolean up = digits[start + keep] >= '5';
        count = keep;
        if (!up) {
            return;
        }
        for (int i = start + keep - 1; ; i--) {
            if (i < start) {
                digits[--start] = '1';
                count++;
                point++;
                return;
            }
            if (digits[i] < '9') {
                digits[i]++;
                return;
            }
            digits[i] = '0';
        }
    }

    /** The text of a real with that many digits: {@code %!.<digits>g}. */
    static String general(double value, int digitCount) {
        RealText real = new RealText(value, digitCount, 20);
        if (real.infinite) {
            return real.negative ? "-Inf" : "Inf";
        }
        StringBuilder text = new StringBuilder(32);
        if (real.negative) {
            text.append('-');
        }
        int exponent = real.point - 1;
        if (exponent < -4 || exponent > digitCount - 1) {
            real.appendDigits(text, 0, 1);
            text.append('.');
            real.appendDigits(text, 1, Math.max(real.count, 2));
            appendExponent(text, exponent);
        } else if (real.point <= 0) {
            text.append("0.").repeat('0', -real.point);
            real.appendDigits(text, 0, real.count);
        } else {
            real.appendDigits(text, 0, real.point);
            text.append('.');
            real.appendDigits(text, real.point, Math.max(real.count, real.point + 1));
        }
        return text.toString();
    }

    private void appendDigits(StringBuilder text, int from, int to) {
        for (int i = from; i < to; i++) {
            text.append(digit(i));
        }
    }

    private static void appendExponent(StringBuilder text, int exponent) {
        text.append(exponent < 0 ? "e-" : "e+");
        int magnitude = Math.abs(exponent);
        if (magnitude < 10) {
            text.append('0');
        }
        text.append(magnitude);
    }
}
