package org.sqlvm.jdbc.settings;

import java.text.DateFormatSymbols;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * How dates and times of {@code java.sql} are stored: properties date_class, date_precision and
 * date_string_format, with the meaning and the defaults that sqlite-jdbc gives them. A text is
 * written and read with the calendar of {@code java.util}, as {@code java.sql.Date} has it: Julian
 * before 1582, and zones without the local mean times before 1900.
 */
public final class DateSettings {
    public enum Form {
        INTEGER,
        TEXT,
        REAL
    }

    static final String FORMAT = "yyyy-MM-dd HH:mm:ss.SSS";

    public static final DateSettings USUAL = new DateSettings(Form.INTEGER, 1, FORMAT);

    private static final String MILLISECONDS = ".SSS";

    private final Form form;
    private final long unitMs;
    private final String pattern;
    /** The prototype of the format; cloned for each use, since using a format changes it. */
    private final SimpleDateFormat format;
    /** The pattern as a formatter of {@code java.time}; null if it is not valid there. */
    private final DateTimeFormatter temporal;

    /**
     * @param form INTEGER for the time since 1970, TEXT for {@code pattern}, REAL for the Julian
     *     day
     * @param unitMs the unit of INTEGER in milliseconds: 1 or 1000
     * @param pattern the pattern of TEXT, in the syntax of {@link SimpleDateFormat}
     * @throws IllegalArgumentException if the pattern is invalid
     */
    DateSettings(Form form, long unitMs, String pattern) {
        this.form = form;
        this.unitMs = unitMs;
        this.pattern = pattern;
        this.format = new SimpleDateFormat(pattern, Locale.ROOT);
        format.setDateFormatSymbols(DateFormatSymbols.getInstance());
        format.setCalendar(new GregorianCalendar());
        this.temporal = temporal(pattern);
    }

    private static DateTimeFormatter temporal(String pattern) {
        try {
            return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    public Form form() {
        return form;
    }

    public long unitMs() {
        return unitMs;
    }

    public DateTimeFormatter temporal() {
        return temporal;
    }

    private SimpleDateFormat format(TimeZone zone) {
        SimpleDateFormat copy = (SimpleDateFormat) format.clone();
        copy.setTimeZone(zone);
        return copy;
    }

    public String write(long millis, TimeZone zone) {
        return format(zone).format(new Date(millis));
    }

    /**
     * Returns the date that a text begins with; null if its beginning does not match the pattern.
     */
    public Date readStart(String text, TimeZone zone) {
        return format(zone).parse(text, new ParsePosition(0));
    }

    /**
     * Returns the date of a text; null if the whole text does not match the pattern. A fraction of
     * a second does not match as milliseconds unless it has three digits.
     */
    public Date read(String text, TimeZone zone) {
        int point = text.length() - MILLISECONDS.length();
        if (pattern.endsWith(MILLISECONDS) && (point < 0 || text.charAt(point) != '.')) {
            return null;
        }
        ParsePosition end = new ParsePosition(0);
        Date date = format(zone).parse(text, end);
        return end.getIndex() == text.length() ? date : null;
    }
}
