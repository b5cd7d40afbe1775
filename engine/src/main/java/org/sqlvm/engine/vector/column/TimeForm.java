package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Text;

/**
 * The forms of texts that are a date, or a date with a time: each text of one has a number, and is
 * less than another if its number is. See {@link TimeText}.
 */
public enum TimeForm {
    /** {@code YYYY-MM-DD}: days since 1970. */
    DATE(TimeText.DATE_LENGTH, TimeText.DAY_SECONDS),
    /** {@code YYYY-MM-DD HH:MM:SS}: seconds since 1970. */
    DATE_TIME(TimeText.LENGTH, 1);

    /** Of each text, in bytes. */
    final int length;

    /** For how many seconds a number stands. */
    final int seconds;

    TimeForm(int length, int seconds) {
        this.length = length;
        this.seconds = seconds;
    }

    /** The form that texts of a length may have; null if there is none. */
    static TimeForm ofLength(int length) {
        return length == DATE.length ? DATE : length == DATE_TIME.length ? DATE_TIME : null;
    }

    /** The number of a text of {@link #length} bytes, or {@link TimeText#NONE}. */
    long parse(byte[] bytes, int at) {
        return this == DATE ? TimeText.parseDate(bytes, at) : TimeText.parse(bytes, at);
    }

    /** The text of a number. */
    public Text text(long number) {
        byte[] bytes = new byte[length];
        if (this == DATE) {
            TimeText.writeDate((int) number, bytes, 0);
        } else {
            TimeText.write(number, bytes, 0);
        }
        return new Text(bytes, 0, length);
    }
}
