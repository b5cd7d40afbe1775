package org.sqlvm.jdbc.value;

import org.sqlvm.api.Rows;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.settings.DateSettings;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Dates and times, of which SQLite has none: between SQL values, {@code java.sql} and
 * {@code java.time}. A text without an offset is taken to be in the time zone of the JVM, or of the
 * caller's calendar.
 */
public final class Temporals {
    /** Julian day of 1970-01-01T00:00Z. */
    private static final double JULIAN_EPOCH = 2_440_587.5;

    private static final double DAY_MS = 86_400_000;

    private static final LocalDate EPOCH = LocalDate.of(1970, 1, 1);

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm[:ss]")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HH:mm", "Z")
            .optionalEnd()
            .toFormatter();

    /**
     * The form that SQLite's functions read: a date, a time, or both with a blank or a T between.
     */
    private static final DateTimeFormatter ANY = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendPattern("[ ]['T']")
            .append(TIME)
            .optionalEnd()
            .toFormatter();

    /** Compares as text in the order of time, and with CURRENT_TIMESTAMP. */
    private static final DateTimeFormatter WRITTEN_TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();

    private static final DateTimeFormatter WRITTEN = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .append(WRITTEN_TIME)
            .toFormatter();

    private Temporals() {}

    /**
     * Returns the value that is stored for a time of {@code java.sql}.
     *
     * @param millis the milliseconds since 1970
     * @return a Long, Double or String
     */
    public static Object stored(long millis, TimeZone zone, DateSettings settings) {
        return switch (settings.form()) {
            case INTEGER -> (Object) (millis / settings.unitMs());
            case REAL -> (Object) (millis / DAY_MS + JULIAN_EPOCH);
            case TEXT -> settings.write(millis, zone);
        };
    }

    /** The text for a value of {@code java.time}; null if it is none of those that SQL has. */
    public static String stored(Object value) {
        return switch (value) {
            case LocalDate date -> date.toString();
            case LocalTime time -> WRITTEN_TIME.format(time);
            case LocalDateTime dateTime -> WRITTEN.format(dateTime);
            case OffsetTime time -> WRITTEN_TIME.format(time) + time.getOffset().getId();
            case OffsetDateTime time -> WRITTEN.format(time) + time.getOffset().getId();
            case ZonedDateTime time -> WRITTEN.format(time) + time.getOffset().getId();
            case Instant instant -> WRITTEN.format(instant.atOffset(ZoneOffset.UTC)) + "Z";
            default -> null;
        };
    }

    /** The zone of a caller's calendar, or else the JVM's. */
    public static TimeZone zone(Calendar calendar) {
        return calendar == null ? TimeZone.getDefault() : calendar.getTimeZone();
    }

    /** The moment in a column, for a time of {@code java.sql}; null for NULL and an empty text. */
    public static Instant instant(Rows rows, int column, TimeZone zone, DateSettings settings)
            throws SQLException {
        return switch (rows.type(column)) {
            case NULL -> null;
            case INTEGER -> Instant.ofEpochMilli(rows.getLong(column) * settings.unitMs());
            case REAL ->
                Instant.ofEpochMilli(Math.round((rows.getDouble(column) - JULIAN_EPOCH) * DAY_MS));
            default -> instant(rows.getText(column), zone, settings);
        };
    }

    private static Instant instant(String text, TimeZone zone, DateSettings settings)
            throws SQLException {
        if (text.isEmpty()) {
            return null;
        }
        java.util.Date date = settings.read(text, zone);
        if (date == null) {
            TemporalAccessor any = parseAny(text);
            if (any != null) {
                return instant(any, zone);
            }
            // sqlite-jdbc ignores the text after the date, too.
            date = settings.readStart(text, zone);
        }
        if (date == null) {
            throw Errors.badValue(text, "date or time", null);
        }
        return Instant.ofEpochMilli(date.getTime());
    }

    /** Returns the instant by the calendar of {@code java.util}, which {@code java.sql} uses. */
    private static Instant instant(TemporalAccessor parsed, TimeZone zone) {
        LocalDateTime local = local(parsed);
        ZoneId own = parsed.query(TemporalQueries.zone());
        if (own != null) {
            return local.atZone(own).toInstant();
        }
        GregorianCalendar calendar = new GregorianCalendar(zone, Locale.ROOT);
        calendar.clear();
        calendar.set(
                local.getYear(),
                local.getMonthValue() - 1,
                local.getDayOfMonth(),
                local.getHour(),
                local.getMinute(),
                local.getSecond());
        return Instant.ofEpochMilli(calendar.getTimeInMillis()).plusNanos(local.getNano());
    }

    private static LocalDateTime local(TemporalAccessor parsed) {
        LocalDate date = parsed.query(TemporalQueries.localDate());
        LocalTime time = parsed.query(TemporalQueries.localTime());
        return LocalDateTime.of(
                date == null ? EPOCH : date, time == null ? LocalTime.MIDNIGHT : time);
    }

    /** Parses a text in one of SQLite's own forms; returns null for any other. */
    private static TemporalAccessor parseAny(String text) {
        try {
            boolean time = text.length() > 2 && text.charAt(2) == ':';
            return (time ? TIME : ANY).parse(text);
        } catch (DateTimeParseException _) {
            return null;
        }
    }

    private static TemporalAccessor parse(String text, DateSettings settings) {
        try {
            if (settings.temporal() != null) {
                return settings.temporal().parse(text);
            }
        } catch (DateTimeParseException _) {
            // It may be of another form.
        }
        return parseAny(text);
    }

    /** A column as a type of {@code java.time}; null for NULL and an empty text. */
    public static Object get(Rows rows, int column, Class<?> type, DateSettings settings)
            throws SQLException {
        TemporalAccessor parsed =
                rows.type(column) == Rows.Type.TEXT ? parse(rows.getText(column), settings) : null;
        try {
            if (parsed != null) {
                LocalDateTime local = local(parsed);
                ZoneId own = parsed.query(TemporalQueries.zone());
                return as(local, local.atZone(own == null ? ZoneId.systemDefault() : own), type);
            }
            Instant instant = instant(rows, column, TimeZone.getDefault(), settings);
            return instant == null
                    ? null
                    : as(
                            Timestamp.from(instant).toLocalDateTime(),
                            instant.atZone(ZoneId.systemDefault()),
                            type);
        } catch (DateTimeException | IllegalArgumentException e) {
            throw Errors.badValue(rows.getText(column), type.getSimpleName(), e);
        }
    }

    private static Object as(LocalDateTime local, ZonedDateTime moment, Class<?> type) {
        return switch (type.getSimpleName()) {
            case "LocalDate" -> local.toLocalDate();
            case "LocalTime" -> local.toLocalTime();
            case "LocalDateTime" -> local;
            case "OffsetDateTime" -> moment.toOffsetDateTime();
            case "OffsetTime" -> moment.toOffsetDateTime().toOffsetTime();
            case "Instant" -> moment.toInstant();
            case "ZonedDateTime" -> moment;
            default -> throw new AssertionError(type);
        };
    }

    /** Whether {@link #get} knows the type. */
    public static boolean isTemporal(Class<?> type) {
        return type == LocalDate.class
                || type == LocalTime.class
                || type == LocalDateTime.class
                || type == OffsetDateTime.class
                || type == OffsetTime.class
                || type == ZonedDateTime.class
                || type == Instant.class;
    }
}
