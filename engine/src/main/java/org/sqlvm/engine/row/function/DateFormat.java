package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.row.TimeGrain;

/** The conversions of strftime. */
final class DateFormat {
    private static final int JULIAN_DIGITS = 16;

    private final TextBuilder target;
    private final DateTime moment;

    private DateFormat(TextBuilder target, DateTime moment) {
        this.target = target;
        this.moment = moment;
    }

    /** Appends the moment as the format says; false if it has a conversion there is not. */
    static boolean append(TextBuilder target, Text format, DateTime moment) {
        moment.computeJulian();
        moment.computeFields();
        DateFormat run = new DateFormat(target, moment);
        int end = Utf8.end(format);
        for (int i = format.offset; i < end; i++) {
            if (format.array[i] != '%') {
                target.append(format.array[i]);
            } else {
                i++;
                if (i == end || !run.append(format.array[i])) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Appends a number that is not negative with at least {@code width} digits. */
    static void digits(TextBuilder target, int number, int width) {
        pad(target, number, width, '0');
    }

    private static void pad(TextBuilder target, int number, int width, int character) {
        boolean negative = number < 0 && character == '0';
        String text = Integer.toString(negative ? -number : number);
        if (negative) {
            target.append('-');
        }
        target.repeat(character, width - text.length() - (negative ? 1 : 0)).append(text);
    }

    private boolean append(int conversion) {
        switch (conversion) {
            case 'd' -> digits(target, moment.day, 2);
            case 'e' -> pad(target, moment.day, 2, ' ');
            case 'f' -> fraction(Math.min(moment.second, 59.999), 6);
            case 'F' -> {
                digits(target, moment.year, 4);
                target.append('-');
                digits(target, moment.month, 2);
                target.append('-');
                digits(target, moment.day, 2);
            }
            case 'G' -> digits(target, moment.thursday().year, 4);
            case 'g' -> digits(target, moment.thursday().year % 100, 2);
            case 'H' -> digits(target, moment.hour, 2);
            case 'k' -> pad(target, moment.hour, 2, ' ');
            case 'I' -> digits(target, hourOfTwelve(), 2);
            case 'l' -> pad(target, hourOfTwelve(), 2, ' ');
            case 'j' -> digits(target, moment.dayOfYear() + 1, 3);
            case 'J' -> julianDay();
            case 'm' -> digits(target, moment.month, 2);
            case 'M' -> digits(target, moment.minute, 2);
            case 'p' -> target.append(moment.hour >= 12 ? "PM" : "AM");
            case 'P' -> target.append(moment.hour >= 12 ? "pm" : "am");
            case 'R', 'T' -> {
                digits(target, moment.hour, 2);
                target.append(':');
                digits(target, moment.minute, 2);
                if (conversion == 'T') {
                    target.append(':');
                    digits(target, (int) moment.second, 2);
                }
            }
            case 's' -> unixTime();
            case 'S' -> digits(target, (int) moment.second, 2);
            case 'u' -> target.append('1' + moment.daysSinceMonday());
            case 'w' -> target.append('0' + moment.daysSinceSunday());
            case 'U' -> digits(target, (moment.dayOfYear() + 7 - moment.daysSinceSunday()) / 7, 2);
            case 'V' -> digits(target, moment.thursday().dayOfYear() / 7 + 1, 2);
            case 'W' -> digits(target, (moment.dayOfYear() + 7 - moment.daysSinceMonday()) / 7, 2);
            case 'Y' -> digits(target, moment.year, 4);
            case '%' -> target.append('%');
            default -> {
                return false;
            }
        }
        return true;
    }

    private int hourOfTwelve() {
        return moment.hour % 12 == 0 ? 12 : moment.hour % 12;
    }

    /** Three digits behind the point, zeros before the number up to the width. */
    private void fraction(double value, int width) {
        Conversion conversion = new Conversion();
        conversion.type = 'f';
        conversion.precision = 3;
        conversion.zeroPad = true;
        conversion.width = width;
        RealFormat.append(target, conversion, value);
    }

    /** {@code %.16g} */
    private void julianDay() {
        Conversion conversion = new Conversion();
        conversion.type = 'g';
        conversion.precision = JULIAN_DIGITS;
        RealFormat.append(target, conversion, moment.julianMs / (double) DateTime.DAY_MS);
    }

    private void unixTime() {
        if (moment.subsecond) {
            fraction((moment.julianMs - DateTime.EPOCH_MS) / 1000.0, 0);
        } else {
            target.append(Long.toString(moment.julianMs / 1000 - DateTime.EPOCH_MS / 1000));
        }
    }

    /** The smallest unit that a format shows. */
    static int grain(Text format) {
        int unit = TimeGrain.DAY;
        for (int i = 0; i < format.length; i++) {
            if (format.array[format.offset + i] == '%') {
                i++;
                unit = Math.min(
                        unit,
                        i == format.length
                                ? TimeGrain.SECOND
                                : grainOf((char) format.array[format.offset + i]));
            }
        }
        return unit;
    }

    /** The unit of a conversion. */
    private static int grainOf(char conversion) {
        return switch (conversion) {
            case '%', 'd', 'e', 'F', 'G', 'g', 'j', 'm', 'u', 'U', 'V', 'w', 'W', 'Y' ->
                TimeGrain.DAY;
            case 'H', 'I', 'k', 'l', 'p', 'P' -> TimeGrain.HOUR;
            case 'M', 'R' -> TimeGrain.MINUTE;
            default -> TimeGrain.SECOND;
        };
    }
}
