package org.sqlite.date;

import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.TimeZone;

/** Formats dates for the tests; sqlite-jdbc's class is not part of our jar. */
public final class FastDateFormat {
    private final SimpleDateFormat format;

    private FastDateFormat(SimpleDateFormat format) {
        this.format = format;
    }

    public static FastDateFormat getInstance(String pattern) {
        return new FastDateFormat(new SimpleDateFormat(pattern));
    }

    public static FastDateFormat getInstance(String pattern, TimeZone zone) {
        SimpleDateFormat format = new SimpleDateFormat(pattern);
        format.setTimeZone(zone);
        return new FastDateFormat(format);
    }

    public Date parse(String text) throws ParseException {
        return format.parse(text);
    }

    public String format(Date date) {
        return format.format(date);
    }
}
