package org.sqlvm.server.value;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/** Dates and times that come in binary, as the texts that SQLite's functions take. */
public final class Dates {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;
    /** PostgreSQL counts from here. */
    private static final LocalDateTime EPOCH = LocalDateTime.of(2000, 1, 1, 0, 0);

    private static final long EPOCH_SECOND = EPOCH.toEpochSecond(ZoneOffset.UTC);

    private Dates() {}

    /** @param days since 2000 */
    static String date(int days) {
        return LocalDate.ofEpochDay(EPOCH.toLocalDate().toEpochDay() + days).toString();
    }

    /** @param micros since midnight */
    static String time(long micros) {
        if (micros < 0 || micros >= 24L * 3600 * MICROS_PER_SECOND) {
            throw new ServerError(
                    SqlState.INVALID_BINARY_REPRESENTATION, "time out of range: " + micros);
        }
        return text(LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO));
    }

    /** @param micros since 2000 */
    static String timestamp(long micros) {
        long second = EPOCH_SECOND + Math.floorDiv(micros, MICROS_PER_SECOND);
        int nanos = (int) Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO;
        LocalDateTime time = LocalDateTime.ofEpochSecond(second, nanos, ZoneOffset.UTC);
        return time.toLocalDate() + " " + text(time.toLocalTime());
    }

    /** In UTC. */
    public static String timestamp(Instant instant) {
        LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        return time.toLocalDate() + " " + text(time.toLocalTime()) + "+00";
    }

    private static String text(LocalTime time) {
        String seconds = String.format(
                java.util.Locale.ROOT,
                "%02d:%02d:%02d",
                time.getHour(),
                time.getMinute(),
                time.getSecond());
        int micros = time.getNano() / NANOS_PER_MICRO;
        return micros == 0
                ? seconds
                : seconds + "." + String.format(java.util.Locale.ROOT, "%06d", micros);
    }
}
