package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Utf8;

/** Reads dates and times out of a text that ends at its first NUL. */
final class DateParser {
    private final byte[] array;
    private final int end;

    DateParser(Text text) {
        array = text.array;
        end = Utf8.end(text);
    }

    /** The character there; 0 behind the end. */
    int at(int position) {
        return position >= 0 && position < end ? array[position] : 0;
    }

    int skipSpace(int position) {
        int i = position;
        while (Ascii.isSpace(at(i))) {
            i++;
        }
        return i;
    }

    /**
     * The number of exactly {@code count} digits at {@code position}, or -1 if there is none or it
     * is greater than {@code max}.
     */
    int digits(int position, int count, int max) {
        int number = 0;
        for (int i = position; i < position + count; i++) {
            if (!Ascii.isDigit(at(i))) {
                return -1;
            }
            number = number * 10 + (at(i) - '0');
        }
        return number > max ? -1 : number;
    }

    /** {@code YYYY-MM-DD}, perhaps with a time; gives whether the text was one. */
    boolean date(DateTime target, int start) {
        boolean negative = at(start) == '-';
        int i = negative ? start + 1 : start;
        int year = digits(i, 4, 9999);
        int month = digits(i + 5, 2, 12);
        int day = digits(i + 8, 2, 31);
        boolean shape = year >= 0 && at(i + 4) == '-' && month > 0 && at(i + 7) == '-' && day > 0;
        if (!shape) {
            return false;
        }
        i += 10;
        while (Ascii.isSpace(at(i)) || at(i) == 'T') {
            i++;
        }
        if (!time(target, i)) {
            if (at(i) != 0) {
                return false;
            }
            target.validTime = false;
        }
        target.validJulian = false;
        target.validDate = true;
        target.year = negative ? -year : year;
        target.month = month;
        target.day = day;
        target.computeFloor();
        if (target.zoneMinutes != 0 || (target.validTime && target.hour == 24)) {
            target.computeJulian();
        }
        return true;
    }

    /** {@code HH:MM}, {@code HH:MM:SS} or {@code HH:MM:SS.SSS}, perhaps with a zone. */
    boolean time(DateTime target, int start) {
        int hour = digits(start, 2, 24);
        int minute = digits(start + 3, 2, 59);
        if (hour < 0 || at(start + 2) != ':' || minute < 0) {
            return false;
        }
        int i = start + 5;
        int second = 0;
        double fraction = 0;
        if (at(i) == ':') {
            second = digits(i + 1, 2, 59);
            if (second < 0) {
                return false;
            }
            i += 3;
            if (at(i) == '.' && Ascii.isDigit(at(i + 1))) {
                double scale = 1;
                for (i++; Ascii.isDigit(at(i)); i++) {
                    fraction = fraction * 10 + (at(i) - '0');
                    scale *= 10;
                }
                fraction = Math.min(fraction / scale, 0.999); // No rounding up to the next second.
            }
        }
        if (hour == 24 && (minute > 0 || second + fraction > 0)) {
            return false;
        }
        target.validJulian = false;
        target.rawNumber = false;
        target.validTime = true;
        target.hour = hour;
        target.minute = minute;
        target.second = second + fraction;
        return zone(target, i);
    }

    /** {@code Z}, {@code +HH:MM}, {@code -HH:MM} or nothing, and then the end. */
    private boolean zone(DateTime target, int start) {
        int i = skipSpace(start);
        target.zoneMinutes = 0;
        int sign = at(i);
        if (sign == 'Z' || sign == 'z') {
            i++;
            target.local = false;
            target.utc = true;
        } else if (sign == '+' || sign == '-') {
            int hours = digits(i + 1, 2, 14);
            int minutes = digits(i + 4, 2, 59);
            if (hours < 0 || at(i + 3) != ':' || minutes < 0) {
                return false;
            }
            int total = hours * 60 + minutes;
            target.zoneMinutes = sign == '-' ? -total : total;
            if (total == 0) {
                target.local = false;
                target.utc = true;
            }
            i += 6;
        } else {
            return sign == 0;
        }
        return at(skipSpace(i)) == 0;
    }

    /** The part of the text as a number, or null if it is not wholly one. */
    Double number(int from, int to) {
        Object value = Affinities.number(new Text(array, from, Math.min(to, end) - from));
        return value instanceof Number number ? (Double) number.doubleValue() : null;
    }

    int end() {
        return end;
    }
}
