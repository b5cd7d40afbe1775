package org.sqlvm.server.value;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Types of PostgreSQL's whose values are texts here: dates, times and UUIDs. A column has such a
 * type if its declaration says so and all its texts are in the form that PostgreSQL writes.
 */
public final class TextForm {
    /** The longest text in one of these forms. */
    static final int LENGTH_MAX = 36;

    private static final int DATE_LENGTH = 10;

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern TIME = Pattern.compile("\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?");
    private static final Pattern TIMESTAMP = Pattern.compile("(" + DATE + ")[ T](" + TIME + ")");
    private static final Pattern TIMESTAMPTZ =
            Pattern.compile("(" + DATE + ")[ T](" + TIME + ")(Z|[+-]\\d\\d(:?\\d\\d)?)?");

    private static final Pattern UUID =
            Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}" + "-\\p{XDigit}{12}");

    private static final LocalDateTime EPOCH = LocalDateTime.of(2000, 1, 1, 0, 0);

    private TextForm() {}

    /** @param type null for none */
    static boolean isOf(PgType type) {
        return switch (type) {
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID -> true;
            case null, default -> false;
        };
    }

    static boolean matches(PgType type, String text) {
        try {
            return switch (type) {
                case DATE -> DATE.matcher(text).matches() && days(text) > Long.MIN_VALUE;
                case TIME -> TIME.matcher(text).matches() && microsOfDay(text) >= 0;
                case TIMESTAMP, TIMESTAMPTZ -> moment(type, text) != null;
                default -> UUID.matcher(text).matches();
            };
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** Since 2000. */
    static long days(String text) {
        return ChronoUnit.DAYS.between(EPOCH.toLocalDate(), LocalDate.parse(text));
    }

    static long microsOfDay(String text) {
        return LocalTime.parse(text).toNanoOfDay() / 1_000;
    }

    /** Since 2000, in UTC if the type has a zone. */
    static long micros(PgType type, String text) {
        return ChronoUnit.MICROS.between(EPOCH, moment(type, text));
    }

    /** Null if the text is in another form. A text without a zone is in UTC. */
    private static LocalDateTime moment(PgType type, String text) {
        boolean hasZone = type == PgType.TIMESTAMPTZ;
        Matcher parts = (hasZone ? TIMESTAMPTZ : TIMESTAMP).matcher(text);
        if (!parts.matches()) {
            return null;
        }
        LocalDateTime local =
                LocalDate.parse(parts.group(1)).atTime(LocalTime.parse(parts.group(2)));
        String zone = hasZone ? parts.group(4) : null;
        return zone == null ? local : local.minusSeconds(ZoneOffset.of(zone).getTotalSeconds());
    }

    /**
     * Returns the local time of a moment in a zone.
     *
     * @param text a moment, in UTC if it has no zone; null returns null
     */
    public static String atZone(String text, String zone) {
        LocalDateTime utc = text == null || zone == null ? null : moment(PgType.TIMESTAMPTZ, text);
        if (utc == null) {
            return text;
        }
        try {
            LocalDateTime local = utc.atZone(ZoneOffset.UTC)
                    .withZoneSameInstant(ZoneId.of(zone))
                    .toLocalDateTime();
            return Dates.timestamp(ChronoUnit.MICROS.between(EPOCH, local));
        } catch (DateTimeException e) {
            throw new ServerError(
                    SqlState.INVALID_PARAMETER_VALUE, "time zone \"" + zone + "\" not recognized");
        }
    }

    /** A time with a zone as PostgreSQL writes it: a blank before it, and always the zone. */
    static String zoned(String text) {
        String plain = text.replace('T', ' ').replace("Z", "+00");
        boolean hasZone = plain.lastIndexOf('+') > 0 || plain.lastIndexOf('-') > DATE_LENGTH;
        return hasZone ? plain : plain + "+00";
    }

    /**
     * Returns the part of a moment that PostgreSQL stores in a column without a zone, or without a
     * time: the zone is dropped without a conversion.
     *
     * @param type DATE or TIMESTAMP
     * @return the part, or the text itself if it is no moment
     */
    static String withoutZone(PgType type, String text) {
        Matcher parts = TIMESTAMPTZ.matcher(text);
        if (!parts.matches()) {
            return text;
        }
        return type == PgType.DATE ? parts.group(1) : parts.group(1) + " " + parts.group(2);
    }
}
