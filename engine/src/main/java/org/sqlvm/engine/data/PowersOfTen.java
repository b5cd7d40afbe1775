package org.sqlvm.engine.data;

import java.math.BigInteger;

/**
 * Powers of ten as 96-bit fractions, and the two conversions between {@code m * 2^e} and {@code d *
 * 10^p} that use them.
 *
 * <p>SQLite converts with this precision and no more. So do we, step by step: a more exact
 * conversion would give other last digits than SQLite in rare cases, such as reals below 1e-308.
 */
final class PowersOfTen {
    /** Smallest and largest power that a double can need, with 19 digits before it. */
    private static final int FIRST = -348;

    private static final int LAST = 347;

    /** Powers 0 to 26 fit exactly into 64 bits after normalization. */
    private static final int STEP = 27;

    /** Steps of 27 from 10^-351 to 10^324. */
    private static final int STEPS_BELOW = 13;

    private static final int STEPS = 26;

    private static final long[] BASE = new long[STEP];
    private static final long[] SCALE_HIGH = new long[STEPS];
    private static final int[] SCALE_LOW = new int[STEPS];

    /** 10^-1 is 0.1 = 0xcccc… and more precise than the product of two entries. */
    private static final long TENTH_HIGH = 0xcccccccccccccccCL;

    private static final int TENTH_LOW = 0xcccccccc;

    static {
        for (int i = 0; i < STEP; i++) {
            BASE[i] = leadingBits(i, 64).longValue();
        }
        for (int i = 0; i < STEPS; i++) {
            // Rounded to 96 bits, not cut.
            BigInteger bits = leadingBits((i - STEPS_BELOW) * STEP, 97)
                    .add(BigInteger.ONE)
                    .shiftRight(1);
            SCALE_HIGH[i] = bits.shiftRight(32).longValue();
            SCALE_LOW[i] = bits.intValue();
        }
    }

    private PowersOfTen() {}

    /** The first {@code count} bits of 10^power. */
    private static BigInteger leadingBits(int power, int count) {
        BigInteger ten = BigInteger.TEN.pow(Math.abs(power));
        if (power < 0) {
            int shift = ten.bitLength() + count;
            BigInteger quotient = BigInteger.ONE.shiftLeft(shift).divide(ten);
            return quotient.shiftRight(quotient.bitLength() - count);
        }
        int excess = ten.bitLength() - count;
        return excess >= 0 ? ten.shiftRight(excess) : ten.shiftLeft(-excess);
    }

    /** floor(log2(10^power)), right for every power in range. */
    private static int log2OfTenTo(int power) {
        return (power * 108853) >> 15;
    }

    /** floor(log10(2^exponent)), right for every exponent of a double. */
    private static int log10OfTwoTo(int exponent) {
        return (exponent * 78913) >> 18;
    }

    /** The first 64 bits of 10^power; the next 32 are {@link #low}. */
    private static long high(int power) {
        if (power >= 0 && power < STEP) {
            return BASE[power];
        }
        if (power == -1) {
            return TENTH_HIGH;
        }
        int step = Math.floorDiv(power, STEP);
        int rest = Math.floorMod(power, STEP);
        long scale = SCALE_HIGH[step + STEPS_BELOW];
        if (rest == 0) {
            return scale;
        }
        long product = productHigh(scale, SCALE_LOW[step + STEPS_BELOW], BASE[rest]);
        if (product < 0) {
            return product;
        }
        int low = productLow(scale, SCALE_LOW[step + STEPS_BELOW], BASE[rest]);
        return product << 1 | (low >>> 31);
    }

    /** The 32 bits of 10^power after the first 64. */
    private static int low(int power) {
        if (power >= 0 && power < STEP) {
            return 0;
        }
        if (power == -1) {
            return TENTH_LOW;
        }
        int step = Math.floorDiv(power, STEP);
        int rest = Math.floorMod(power, STEP);
        long scale = SCALE_HIGH[step + STEPS_BELOW];
        int scaleLow = SCALE_LOW[step + STEPS_BELOW];
        if (rest == 0) {
            return scaleLow;
        }
        int low = productLow(scale, scaleLow, BASE[rest]);
        return productHigh(scale, scaleLow, BASE[rest]) < 0 ? low : low << 1 | 1;
    }

    /** Bits 96 to 159 of the product of a 96-bit and a 64-bit number. */
    private static long productHigh(long high, int low, long factor) {
        long middle = high * factor;
        long sum = middle + lowProduct(low, factor);
        long carry = Long.compareUnsigned(sum, middle) < 0 ? 1 : 0;
        return Math.unsignedMultiplyHigh(high, factor) + carry;
    }

    /** Bits 64 to 95 of the same product. */
    private static int productLow(long high, int low, long factor) {
        return (int) ((high * factor + lowProduct(low, factor)) >>> 32);
    }

    /** {@code low * factor / 2^32}, all unsigned. */
    private static long lowProduct(int low, long factor) {
        long wide = low & 0xffffffffL;
        return Math.unsignedMultiplyHigh(wide, factor) << 32 | (wide * factor) >>> 32;
    }

    /**
     * {@code mantissa * 2^exponent} as decimal digits.
     *
     * @param mantissa has its highest bit set
     * @param digits the number of wanted digits, up to 18; there may be one more
     * @return the digits as one unsigned number, to be multiplied by 10 to the
     *     {@link #decimalExponent}
     */
    static long decimalDigits(long mantissa, int exponent, int digits) {
        int power = -decimalExponent(exponent, digits);
        long product = Math.unsignedMultiplyHigh(mantissa, high(power));
        int shift = -(exponent + log2OfTenTo(power) + 1);
        if (digits < 18) {
            return product >>> shift;
        }
        long twice = product >>> (shift - 1);
        return (twice + (twice << 1 & 2)) >>> 1;
    }

    /** The power of ten that belongs to {@link #decimalDigits}. */
    static int decimalExponent(int exponent, int digits) {
        return log10OfTwoTo(exponent + 63) - digits + 1;
    }

    /** The double nearest to {@code digits * 10^power}; digits is unsigned and not 0. */
    static double toDouble(long digits, int power) {
        if (power < FIRST) {
            return 0;
        }
        if (power > LAST) {
            return Double.POSITIVE_INFINITY;
        }
        int bits = 64 - Long.numberOfLeadingZeros(digits);
        int powerBits = log2OfTenTo(power);
        int exponent = 53 - bits - powerBits;
        if (exponent > 1074) {
            if (exponent >= 1130) {
                return 0;
            }
            exponent = 1074; // Below the normal range precision is lost, bit by bit.
        }
        int shift = -(exponent - (64 - bits) + powerBits + 3);
        long scaled = scaledProduct(digits << (64 - bits), power, shift);
        if (Long.compareUnsigned(scaled, (1L << 55) - 2) >= 0) {
            scaled = scaled >>> 1 | (scaled & 1);
            exponent--;
        }
        long mantissa = (scaled + 1 + (scaled >>> 2 & 1)) >>> 2;
        if (exponent <= -972) {
            return Double.POSITIVE_INFINITY;
        }
        long hidden = 1L << 52;
        if ((mantissa & hidden) != 0) {
            mantissa = (mantissa & ~hidden) | ((long) (1075 - exponent) << 52);
        }
        return Double.longBitsToDouble(mantissa);
    }

    /**
     * Two bits more than the mantissa, and a lowest bit that is set unless the rest is exactly 0.
     */
    private static long scaledProduct(long digits, int power, int shift) {
        long powerHigh = high(power);
        int powerLow = low(power);
        if (powerLow != 0) {
            powerHigh++; // Round up, and subtract the excess below where it matters.
            powerLow = ~powerLow;
        }
        long high = Math.unsignedMultiplyHigh(digits, powerHigh);
        if ((high & ((1L << shift) - 1)) != 0) {
            return high >>> shift | 1;
        }
        int middle = (int) ((digits * powerHigh) >>> 32);
        long excess = Math.unsignedMultiplyHigh(digits, (long) powerLow << 32);
        int below = (int) (excess >>> 32);
        if (Integer.compareUnsigned(middle, below) < 0) {
            high--;
        }
        long sticky = Integer.compareUnsigned(middle - below, 1) > 0 ? 1 : 0;
        return high >>> shift | sticky;
    }
}
