package org.sqlvm.spark;

import java.time.LocalDate;
import java.time.YearMonth;

/** Dates and times as SQLite's functions write them, as numbers of Spark. */
final class TimeText {
    /** The result for a text that is no date or time. */
    static final long NONE = Long.MIN_VALUE;

    private static final int DATE_SIZE = 10;
    private static final long MICROS = 1_000_000;
    private static final int FRACTION_DIGITS = 6;

    private TimeText() {}

    /**
     * Parses a text: {@code YYYY-MM-DD} for DATE; for the others a time may follow behind a blank
     * or T, {@code HH:MM}, {@code HH:MM:SS} or {@code HH:MM:SS.SSS} with up to six digits, and for
     * INSTANT also {@code Z} or an offset {@code +HH:MM}.
     *
     * @return days since 1970 for DATE, else microseconds; NONE for any other text
     */
    static long parse(ValueKind kind, byte[] bytes, int offset, int length) {
        long days = length < DATE_SIZE ? NONE : date(bytes, offset);
        if (days == NONE || kind == ValueKind.DATE) {
            return length == DATE_SIZE ? days : NONE;
        }
        long micros = days * 86_400 * MICROS;
        if (length == DATE_SIZE) {
            return micros;
        }
        int end = offset + length;
        if (kind == ValueKind.INSTANT) {
            if (bytes[end - 1] == 'Z') {
                end--;
            } else if (length > DATE_SIZE + 6 && (bytes[end - 6] == '+' || bytes[end - 6] == '-')) {
                long minutes = clock(bytes, end - 5);
                if (minutes == NONE) {
                    return NONE;
                }
                micros -= (bytes[end - 6] == '-' ? -minutes : minutes) * 60 * MICROS;
                end -= 6;
            }
        }
        long time = time(bytes, offset + DATE_SIZE, end);
        return time == NONE ? NONE : micros + time;
    }

    private static long date(byte[] bytes, int at) {
        int year = digits(bytes, at, 4);
        int month = digits(bytes, at + 5, 2);
        int day = digits(bytes, at + 8, 2);
        boolean isDate = bytes[at + 4] == '-'
                && bytes[at + 7] == '-'
                && year >= 0
                && month >= 1
                && month <= 12
                && day >= 1
                && (day <= 28 || day <= YearMonth.of(year, month).lengthOfMonth());
        return isDate ? LocalDate.of(year, month, day).toEpochDay() : NONE;
    }

    /** The microseconds of a time behind its separator. */
    private static long time(byte[] bytes, int from, int end) {
        if (end - from < 6 || (bytes[from] != ' ' && bytes[from] != 'T')) {
            return NONE;
        }
        long minutes = clock(bytes, from + 1);
        int at = from + 6;
        if (minutes == NONE || at == end) {
            return minutes == NONE ? NONE : minutes * 60 * MICROS;
        }
        int seconds = end - at < 3 || bytes[at] != ':' ? -1 : digits(bytes, at + 1, 2);
        if (seconds < 0 || seconds > 59) {
            return NONE;
        }
        long micros = (minutes * 60 + seconds) * MICROS;
        at += 3;
        if (at == end) {
            return micros;
        }
        int count = end - at - 1;
        if (bytes[at] != '.' || count < 1 || count > FRACTION_DIGITS) {
            return NONE;
        }
        long fraction = digits(bytes, at + 1, count);
        for (int i = count; i < FRACTION_DIGITS; i++) {
            fraction *= 10;
        }
        return fraction < 0 ? NONE : micros + fraction;
    }

    /** The minutes of HH:MM. */
    private static long clock(byte[] bytes, int at) {
        int hours = digits(bytes, at, 2);
        int minutes = digits(bytes, at + 3, 2);
        boolean isTime =
                bytes[at + 2] == ':' && hours >= 0 && hours <= 23 && minutes >= 0 && minutes <= 59;
        return isTime ? hours * 60L + minutes : NONE;
    }

    /** The number that some digits are; negative if one is none. */
    private static int digits(byte[] bytes, int at, int count) {
        int number = 0;
        for (int i = at; i < at + count; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return Integer.MIN_VALUE;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
