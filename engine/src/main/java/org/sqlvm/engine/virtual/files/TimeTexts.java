package org.sqlvm.engine.virtual.files;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;

/** Dates and times as SQLite's functions read them; a fraction only if there is one. */
public final class TimeTexts {
    public static final int SECONDS_PER_DAY = 86_400;
    private static final int DATE_SIZE = 10;
    private static final int SIZE_MAX = 29;

    /** The days from year 0 to 1970. */
    private static final int DAYS_TO_1970 = 719_528;

    private static final int DAYS_PER_CYCLE = 146_097;

    /** Days from 1970 of the first one that has been made last, and its text. */
    private long lastDay = Long.MIN_VALUE;

    private byte[] lastDate;

    /** @param day from 1970 on */
    public byte[] date(long day) {
        if (day != lastDay) {
            lastDate = makeDate(day);
            lastDay = day;
        }
        return lastDate;
    }

    private static byte[] makeDate(long day) {
        // As LocalDate.ofEpochDay, for years that have four digits.
        long zero = day + DAYS_TO_1970 - 60;
        if (zero < 0 || day > 2_932_896) {
            LocalDate date = LocalDate.ofEpochDay(day);
            return date.toString().getBytes(StandardCharsets.US_ASCII);
        }
        long cycle = zero / DAYS_PER_CYCLE;
        int inCycle = (int) (zero - cycle * DAYS_PER_CYCLE);
        int year = (inCycle - inCycle / 1_460 + inCycle / 36_524 - inCycle / 146_096) / 365;
        int inYear = inCycle - (365 * year + year / 4 - year / 100);
        int march = (5 * inYear + 2) / 153;
        int month = march < 10 ? march + 3 : march - 9;
        long whole = year + 400 * cycle + (month <= 2 ? 1 : 0);
        byte[] text = new byte[DATE_SIZE];
        digits(text, 0, 4, (int) whole);
        text[4] = '-';
        digits(text, 5, 2, month);
        text[7] = '-';
        digits(text, 8, 2, inYear - (153 * march + 2) / 5 + 1);
        return text;
    }

    /**
     * A time of day.
     *
     * @return null if it is none
     */
    public byte[] time(long units, long unitsPerSecond) {
        if (units < 0 || units > SECONDS_PER_DAY * unitsPerSecond) {
            return null;
        }
        byte[] text = new byte[SIZE_MAX];
        return Arrays.copyOf(text, time(text, 0, units, unitsPerSecond));
    }

    /** @param units from 1970 on */
    public byte[] timestamp(long units, long unitsPerSecond) {
        long perDay = SECONDS_PER_DAY * unitsPerSecond;
        return timestamp(
                Math.floorDiv(units, perDay), Math.floorMod(units, perDay), unitsPerSecond);
    }

    /** @param units of the day */
    public byte[] timestamp(long day, long units, long unitsPerSecond) {
        byte[] date = date(day);
        byte[] text = Arrays.copyOf(date, date.length + SIZE_MAX - DATE_SIZE);
        text[date.length] = ' ';
        return Arrays.copyOf(text, time(text, date.length + 1, units, unitsPerSecond));
    }

    private static int time(byte[] text, int at, long units, long unitsPerSecond) {
        int second = (int) (units / unitsPerSecond);
        digits(text, at, 2, second / 3_600);
        text[at + 2] = ':';
        digits(text, at + 3, 2, second / 60 % 60);
        text[at + 5] = ':';
        digits(text, at + 6, 2, second % 60);
        int end = at + 8;
        int fraction = (int) (units % unitsPerSecond);
        if (fraction == 0) {
            return end;
        }
        text[end++] = '.';
        for (long unit = unitsPerSecond / 10; fraction > 0; unit /= 10) {
            text[end++] = (byte) ('0' + fraction / unit);
            fraction %= (int) unit;
        }
        return end;
    }

    private static void digits(byte[] text, int at, int count, int number) {
        int rest = number;
        for (int i = at + count - 1; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
