package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.row.TimeGrain;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Parses as {@link TimeText} does, but digits together, and with a cache of dates from 1900 to
 * 2099. A column of dates has a few thousand distinct ones.
 */
final class KnownDates {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(
                    long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    /** The bytes of {@code 00-00-00}. */
    private static final long ZEROS = 0x3030_2d30_302d_3030L;

    /** The bytes of {@code 00:00:00}. */
    private static final long MIDNIGHT = 0x3030_3a30_303a_3030L;

    /** Bits that a digit, or what separates them, does not have after zeros have been taken off. */
    private static final long NO_DIGITS = 0xf0f0_fff0_f0ff_f0f0L;

    /** Added to such a byte, this sets a bit of {@link #OVERFLOW} if the byte is above nine. */
    private static final long ABOVE_NINE = 0x0606_0006_0600_0606L;

    private static final long OVERFLOW = 0x1010_0010_1000_1010L;

    /** The first two digits of a year, the first of them higher. */
    private static final int CENTURY_19 = '1' << 8 | '9';

    private static final int CENTURY_20 = '2' << 8 | '0';

    private static final int YEARS = 200;
    private static final int MONTHS = 16;
    private static final int DAYS = 32;

    /** Added to numbers to make them positive: 0 marks a date that is not cached. */
    private static final int BIAS = 1 << 20;

    /**
     * By year, month and day: the number plus BIAS. Threads may write the same number at the same
     * time.
     */
    private static final int[] NUMBERS = new int[YEARS * MONTHS * DAYS];

    private KnownDates() {}

    /** As {@link TimeText#parse}. */
    static long parseTime(byte[] bytes, int at) {
        long digits = (long) WORDS.get(bytes, at + TimeText.DATE_LENGTH + 1) ^ MIDNIGHT;
        long pairs = pairs(digits);
        int hour = (int) pairs & 0xff;
        int minute = (int) (pairs >>> 24) & 0xff;
        int second = (int) (pairs >>> 48) & 0xff;
        boolean exists = wrong(digits) == 0
                && bytes[at + TimeText.DATE_LENGTH] == ' '
                && hour < 24
                && minute < 60
                && second < 60;
        long date = exists ? parse(bytes, at) : TimeText.NONE;
        return date == TimeText.NONE
                ? TimeText.NONE
                : date * TimeGrain.DAY + hour * TimeGrain.HOUR + minute * TimeGrain.MINUTE + second;
    }

    /** Not 0 if a digit is none, or something else is between them. */
    private static long wrong(long digits) {
        return (digits & NO_DIGITS) | ((digits + ABOVE_NINE) & OVERFLOW);
    }

    /** As {@link TimeText#parseDate}. */
    static long parse(byte[] bytes, int at) {
        long digits = (long) WORDS.get(bytes, at + 2) ^ ZEROS;
        long pairs = pairs(digits);
        int month = (int) (pairs >>> 24) & 0xff;
        int day = (int) (pairs >>> 48) & 0xff;
        int century = bytes[at] << 8 | bytes[at + 1];
        boolean second = century == CENTURY_20;
        if (wrong(digits) != 0
                || month >= MONTHS
                || day >= DAYS
                || (!second && century != CENTURY_19)) {
            return TimeText.parseDate(bytes, at);
        }
        int year = ((int) pairs & 0xff) + (second ? 100 : 0);
        int index = (year * MONTHS + month) * DAYS + day;
        int known = NUMBERS[index];
        return known != 0 ? known - BIAS : look(bytes, at, index);
    }

    private static long look(byte[] bytes, int at, int index) {
        long number = TimeText.parseDate(bytes, at);
        if (number != TimeText.NONE) {
            NUMBERS[index] = (int) number + BIAS;
        }
        return number;
    }

    /**
     * The numbers of two digits each, in the byte that has the tens. No byte of the result is above
     * 99, so none reaches into the next one.
     */
    private static long pairs(long digits) {
        return 10 * digits + (digits >>> 8);
    }
}
