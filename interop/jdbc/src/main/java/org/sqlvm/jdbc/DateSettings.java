package org.sqlvm.jdbc;

import java.time.format.DateTimeFormatter;

/**
 * How dates and times of {@code java.sql} are stored: properties date_class, date_precision and
 * date_string_format, with the meaning and the defaults that sqlite-jdbc gives them.
 *
 * @param form INTEGER for the time since 1970, TEXT for {@code format}, REAL for the Julian day
 * @param unitMs milliseconds of the integer's unit: 1 or 1000
 * @param format of TEXT
 */
record DateSettings(Form form, long unitMs, DateTimeFormatter format) {
    enum Form {
        INTEGER,
        TEXT,
        REAL
    }

    static final String FORMAT = "yyyy-MM-dd HH:mm:ss.SSS";

    static final DateSettings USUAL =
            new DateSettings(Form.INTEGER, 1, DateTimeFormatter.ofPattern(FORMAT));
}
