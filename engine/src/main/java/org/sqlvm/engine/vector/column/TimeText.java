package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.row.TimeGrain;

/**
 * Converts texts of the form {@code YYYY-MM-DD} to days since 1970, and {@code YYYY-MM-DD HH:MM:SS}
 * to seconds, if they are an existing day and time. Each text has a number of its own, and texts of
 * a form have the order of their numbers.
 */
public final class TimeText {
    static final int LENGTH = 19;

    /** The result of {@link #parse} for other texts. */
    static final long NONE = Long.MIN_VALUE;

    static final int DATE_LENGTH = 10;

    /** The calendar repeats after ERA_YEARS years, which have ERA_DAYS days. */
    private static final int ERA_YEARS = 400;

    private static final int ERA_DAYS = 146_097;

    /** Days from 1 March of the year 0 to 1970. */
    private static final int EPOCH_DAYS = 719_468;

    private static final byte[] MONTH_DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private TimeText() {}

    /** Parses a text of {@link #LENGTH} bytes that begins at {@code at}. */
    static long parse(byte[] bytes, int at) {
        boolean formed = bytes[at + 10] == ' ' && bytes[at + 13] == ':' && bytes[at + 16] == ':';
        if (!formed) {
            return NONE;
        }
        long date = parseDate(bytes, at);
        int hour = number(bytes, at + 11);
        int minute = number(bytes, at + 14);
        int second = number(bytes, at + 17);
        // A negative number stands for other characters than digits.
        boolean exists = date != NONE
                && (hour | minute | second) >= 0
                && hour < 24
                && minute < 60
                && second < 60;
        return exists
                ? date * TimeGrain.DAY + hour * TimeGrain.HOUR + minute * TimeGrain.MINUTE + second
                : NONE;
    }

    /**
     * Parses a date of {@link #DATE_LENGTH} bytes that begins at {@code at}, as days since 1970.
     */
    static long parseDate(byte[] bytes, int at) {
        if (bytes[at + 4] != '-' || bytes[at + 7] != '-') {
            return NONE;
        }
        int century = number(bytes, at);
        int ofCentury = number(bytes, at + 2);
        int month = number(bytes, at + 5);
        int day = number(bytes, at + 8);
        if ((century | ofCentury | month | day) < 0) {
            return NONE;
        }
        int year = 100 * century + ofCentury;
        boolean exists = month >= 1 && month <= 12 && day >= 1 && day <= days(year, month);
        return exists ? days(year, month, day) : NONE;
    }

    /** Parses two digits; negative if they are none. */
    private static int number(byte[] bytes, int at) {
        int tens = bytes[at] - '0';
        int ones = bytes[at + 1] - '0';
        return (tens | ones | 9 - tens | 9 - ones) < 0 ? -1 : 10 * tens + ones;
    }

    private static int days(int year, int month) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        return month == 2 && leap ? 29 : MONTH_DAYS[month - 1];
    }

    /** The days since 1970. A year begins in March here, so that a leap day is its last day. */
    private static int days(int year, int month, int day) {
        int own = month > 2 ? year : year - 1;
        int era = Math.floorDiv(own, ERA_YEARS);
        int ofEra = own - era * ERA_YEARS;
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = ofEra * 365 + ofEra / 4 - ofEra / 100 + dayOfYear;
        return era * ERA_DAYS + dayOfEra - EPOCH_DAYS;
    }

    /** Writes the text of a number at {@code at}. */
    static void write(long second, byte[] target, int at) {
        int day = (int) Math.floorDiv(second, (long) TimeGrain.DAY);
        writeDate(day, target, at);
        target[at + DATE_LENGTH] = ' ';
        writeTime((int) (second - (long) day * TimeGrain.DAY), target, at);
    }

    /**
     * Writes the text of a number. If it has the same date as another text, the date is copied.
     *
     * @param before the number of the other text
     * @param other where the other text begins
     */
    static void writeNext(long second, long before, int other, byte[] target, int at) {
        long start = Math.floorDiv(before, (long) TimeGrain.DAY) * TimeGrain.DAY;
        long rest = second - start;
        if (rest >= 0 && rest < TimeGrain.DAY) {
            System.arraycopy(target, other, target, at, DATE_LENGTH + 1);
            writeTime((int) rest, target, at);
        } else {
            write(second, target, at);
        }
    }

    /** Writes a date, given as days since 1970, at {@code at}. */
    static void writeDate(int day, byte[] target, int at) {
        int shifted = day + EPOCH_DAYS;
        int era = Math.floorDiv(shifted, ERA_DAYS);
        int ofEra = shifted - era * ERA_DAYS;
        int yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int shiftedMonth = (5 * dayOfYear + 2) / 153;
        int month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
        int year = yearOfEra + era * ERA_YEARS + (month <= 2 ? 1 : 0);
        writeNumber(year / 100, target, at);
        writeNumber(year % 100, target, at + 2);
        target[at + 4] = '-';
        writeNumber(month, target, at + 5);
        target[at + 7] = '-';
        writeNumber(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, target, at + 8);
    }

    private static void writeTime(int second, byte[] target, int at) {
        int minute = second / TimeGrain.MINUTE;
        int hour = minute / 60;
        writeNumber(hour, target, at + 11);
        target[at + 13] = ':';
        writeNumber(minute - 60 * hour, target, at + 14);
        target[at + 16] = ':';
        writeNumber(second - TimeGrain.MINUTE * minute, target, at + 17);
    }

    private static void writeNumber(int number, byte[] target, int at) {
        int tens = number / 10;
        target[at] = (byte) ('0' + tens);
        target[at + 1] = (byte) ('0' + number - 10 * tens);
    }
}
