package org.sqlvm.spark.write;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Dates and times as SQLite's date functions write them, in UTC. */
final class IsoTimes {
    private static final int MICROS_PER_SECOND = 1_000_000;
    private static final int MICROS_PER_MILLI = 1000;

    private IsoTimes() {}

    /** @param days since 1970-01-01 */
    static String date(int days) {
        return LocalDate.ofEpochDay(days).toString();
    }

    /**
     * Returns a time with seconds, and with three or six digits of them if they are not whole.
     *
     * @param micros since 1970-01-01
     */
    static String timestamp(long micros) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, (long) MICROS_PER_SECOND), 0, ZoneOffset.UTC);
        int fraction = Math.floorMod(micros, MICROS_PER_SECOND);
        StringBuilder text = new StringBuilder(26)
                .append(time.toLocalDate())
                .append(' ')
                .append(time.toLocalTime());
        if (time.getSecond() == 0) {
            text.append(":00");
        }
        if (fraction % MICROS_PER_MILLI != 0) {
            text.append('.').append(digits(fraction, 6));
        } else if (fraction != 0) {
            text.append('.').append(digits(fraction / MICROS_PER_MILLI, 3));
        }
        return text.toString();
    }

    private static String digits(int value, int count) {
        String text = Integer.toString(value);
        return "0".repeat(count - text.length()) + text;
    }
}
