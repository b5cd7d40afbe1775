package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.TimeGrain;

/**
 * The forms of texts that are dates or times. Each text of a form has a number, and texts have the
 * order of their numbers: see {@link TimeText}.
 */
public enum TimeForm {
    /** {@code YYYY-MM-DD}: days since 1970. */
    DATE(TimeText.DATE_LENGTH, TimeGrain.DAY),
    /** {@code YYYY-MM-DD HH:MM:SS}: seconds since 1970. */
    DATE_TIME(TimeText.LENGTH, 1);

    /** The length of each text in bytes. */
    final int length;

    /** The number of seconds that a number stands for. */
    final int seconds;

    TimeForm(int length, int seconds) {
        this.length = length;
        this.seconds = seconds;
    }

    /** The form of texts with a length; null if there is none. */
    static TimeForm ofLength(int length) {
        return length == DATE.length ? DATE : length == DATE_TIME.length ? DATE_TIME : null;
    }

    /** The number of a text of {@link #length} bytes, or {@link TimeText#NONE}. */
    long parse(byte[] bytes, int at) {
        return this == DATE ? KnownDates.parse(bytes, at) : KnownDates.parseTime(bytes, at);
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
