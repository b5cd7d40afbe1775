package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.CallContext;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;

/** The modifiers of the date functions, one text each. */
final class DateModifier {
    /** Units of {@code +N unit}: name, limit of N, seconds. Months and years go by the calendar. */
    private record Unit(String name, double limit, double seconds) {}

    private static final Unit[] UNITS = {
        new Unit("second", 4.6427e+14, 1),
        new Unit("minute", 7.7379e+12, 60),
        new Unit("hour", 1.2897e+11, 3600),
        new Unit("day", 5373485.0, 86400),
        new Unit("month", 176546.0, 2592000),
        new Unit("year", 14713.0, 31536000)
    };

    /** From 1970-01-01 to 2038-01-18 the system is asked as it is; other years are moved there. */
    private static final long LOCAL_MIN_MS = 210_866_760_000_000L;

    private static final long LOCAL_MAX_MS = 213_014_145_600_000L;

    /** Years that the number of an automatic Unix time may reach: seconds. */
    private static final double AUTO_MIN = -210_866_760_000.0;

    private static final double AUTO_MAX = 253_402_300_799.0;

    private final DateTime target;
    private final DateParser text;
    private final int start;
    private final String word;
    private final CallContext context;

    private DateModifier(DateTime target, Text modifier, CallContext context) {
        this.target = target;
        this.context = context;
        text = new DateParser(modifier);
        start = modifier.offset;
        word = new String(modifier.array, start, text.end() - start, StandardCharsets.ISO_8859_1)
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Applies a modifier.
     *
     * @param index of the argument; some modifiers must be the first, 1
     * @return whether it was one
     */
    static boolean apply(DateTime target, Text modifier, int index, CallContext context) {
        DateModifier run = new DateModifier(target, modifier, context);
        return !run.word.isEmpty() && run.apply(index);
    }

    private boolean apply(int index) {
        char first = word.charAt(0);
        if (first == '+' || first == '-' || Ascii.isDigit(first)) {
            return shift();
        }
        if (word.startsWith("weekday ")) {
            return weekday();
        }
        switch (word) {
            case "auto" -> {
                return index == 1 && auto();
            }
            case "ceiling", "floor" -> {
                target.computeJulian();
                if (first == 'f') {
                    target.julianMs -= target.floorDays * DateTime.DAY_MS;
                } else {
                    target.floorDays = 0;
                }
                target.forgetFields();
                return true;
            }
            case "julianday" -> {
                boolean applies = index == 1 && target.validJulian && target.rawNumber;
                target.rawNumber &= !applies;
                return applies;
            }
            case "localtime" -> {
                context.useTimeZone();
                if (!target.local) {
                    toLocal(target);
                }
                target.utc = false;
                target.local = true;
                return true;
            }
            case "unixepoch" -> {
                return index == 1 && target.rawNumber && unixEpoch();
            }
            case "utc" -> {
                context.useTimeZone();
                if (!target.utc) {
                    toUtc();
                }
                return true;
            }
            case "subsec", "subsecond" -> {
                target.subsecond = true;
                return true;
            }
            default -> {
                return word.startsWith("start of ") && startOf(word.substring(9));
            }
        }
    }

    private boolean auto() {
        if (!target.rawNumber || target.validJulian) {
            target.rawNumber = false;
        } else if (target.second >= AUTO_MIN && target.second <= AUTO_MAX) {
            target.setMoment((long) (target.second * 1000 + DateTime.EPOCH_MS + 0.5));
            target.rawNumber = false;
        }
        return true;
    }

    private boolean unixEpoch() {
        double milliseconds = target.second * 1000 + DateTime.EPOCH_MS;
        if (!(milliseconds >= 0 && milliseconds < DateTime.LAST_MS + 1)) {
            return false;
        }
        target.setMoment((long) (milliseconds + 0.5));
        target.rawNumber = false;
        return true;
    }

    private static void toLocal(DateTime moment) {
        moment.computeJulian();
        long asked = moment.julianMs;
        int years = 0;
        if (asked < LOCAL_MIN_MS || asked > LOCAL_MAX_MS) {
            DateTime moved = new DateTime(moment);
            moved.computeFields();
            years = 2000 + moved.year % 4 - moved.year;
            moved.year += years;
            moved.validJulian = false;
            moved.computeJulian();
            asked = moved.julianMs;
        }
        long seconds = asked / 1000 - DateTime.EPOCH_MS / 1000;
        ZonedDateTime there = Instant.ofEpochSecond(seconds).atZone(ZoneId.systemDefault());
        moment.year = there.getYear() - years;
        moment.month = there.getMonthValue();
        moment.day = there.getDayOfMonth();
        moment.hour = there.getHour();
        moment.minute = there.getMinute();
        moment.second = there.getSecond() + moment.julianMs % 1000 * 0.001;
        moment.validDate = true;
        moment.validTime = true;
        moment.validJulian = false;
        moment.rawNumber = false;
        moment.zoneMinutes = 0;
        moment.error = false;
    }

    /** Looks for the moment whose local time is this one: the distance shrinks with each guess. */
    private void toUtc() {
        target.computeJulian();
        long wanted = target.julianMs;
        long guess = wanted;
        long distance = 0;
        int rounds = 0;
        do {
            guess -= distance;
            DateTime local = new DateTime();
            local.setMoment(guess);
            toLocal(local);
            local.computeJulian();
            distance = local.julianMs - wanted;
        } while (distance != 0 && rounds++ < 3);
        target.reset();
        target.setMoment(guess);
        target.utc = true;
    }

    private boolean weekday() {
        Double number = text.number(start + 8, text.end());
        if (number == null || !(number >= 0 && number < 7) || number != (int) (double) number) {
            return false;
        }
        target.computeFields();
        target.zoneMinutes = 0;
        target.validJulian = false;
        target.computeJulian();
        long today = (target.julianMs + 3 * DateTime.DAY_MS / 2) / DateTime.DAY_MS % 7;
        long wanted = (long) (double) number;
        today -= today > wanted ? 7 : 0;
        target.setMoment(target.julianMs + (wanted - today) * DateTime.DAY_MS);
        return true;
    }

    private boolean startOf(String unit) {
        if (!target.validJulian && !target.validDate && !target.validTime) {
            return false;
        }
        target.computeDate();
        target.validTime = true;
        target.hour = 0;
        target.minute = 0;
        target.second = 0;
        target.rawNumber = false;
        target.zoneMinutes = 0;
        target.validJulian = false;
        switch (unit) {
            case "month" -> target.day = 1;
            case "year" -> {
                target.month = 1;
                target.day = 1;
            }
            case "day" -> {}
            default -> {
                return false;
            }
        }
        return true;
    }

    /** {@code ±YYYY-MM-DD}, {@code ±HH:MM:SS}, both, or {@code ±N unit}. */
    private boolean shift() {
        int length = shiftNumberLength();
        Double number = text.number(start, start + length);
        if (number == null) {
            return false;
        }
        boolean negative = text.at(start) == '-';
        if (text.at(start + length) == '-') {
            return shiftDate(length, negative);
        }
        if (text.at(start + length) == ':') {
            return shiftTime(start, negative);
        }
        return shiftUnits(number, text.skipSpace(start + length));
    }

    private int shiftNumberLength() {
        int n = 1;
        for (; text.at(start + n) != 0; n++) {
            int character = text.at(start + n);
            boolean year = character == '-'
                    && ((n == 5 && text.digits(start + 1, 4, 14712) >= 0)
                            || (n == 6 && text.digits(start + 1, 5, 14712) >= 0));
            if (character == ':' || Ascii.isSpace(character) || year) {
                break;
            }
        }
        return n;
    }

    private boolean shiftDate(int length, boolean negative) {
        int sign = text.at(start);
        int i = start + length;
        int years = text.digits(start + 1, length - 1, 14712);
        int months = text.digits(i + 1, 2, 11);
        int days = text.digits(i + 4, 2, 30);
        boolean shape = (sign == '+' || sign == '-')
                && years >= 0
                && months >= 0
                && text.at(i + 3) == '-'
                && days >= 0;
        if (!shape) {
            return false;
        }
        target.computeFields();
        target.validJulian = false;
        target.year += negative ? -years : years;
        target.month += negative ? -months : months;
        target.carryMonths();
        target.computeFloor();
        target.computeJulian();
        target.validTime = false;
        target.validDate = false;
        target.julianMs += (negative ? -days : days) * DateTime.DAY_MS;
        i += 6;
        if (text.at(i) == 0) {
            return true;
        }
        boolean time = Ascii.isSpace(text.at(i))
                && text.digits(i + 1, 2, 24) >= 0
                && text.at(i + 3) == ':'
                && text.digits(i + 4, 2, 59) >= 0;
        return time && shiftTime(i + 1, negative);
    }

    private boolean shiftTime(int from, boolean negative) {
        DateTime time = new DateTime();
        if (!text.time(time, Ascii.isDigit(text.at(from)) ? from : from + 1)) {
            return false;
        }
        time.computeJulian();
        long ofDay = (time.julianMs - DateTime.DAY_MS / 2) % DateTime.DAY_MS;
        target.computeJulian();
        target.forgetFields();
        target.julianMs += negative ? -ofDay : ofDay;
        return true;
    }

    private boolean shiftUnits(double number, int from) {
        int length = text.end() - from;
        if (length < 3 || length > 10) {
            return false;
        }
        String name = word.substring(from - start);
        if (name.endsWith("s")) {
            name = name.substring(0, length - 1);
        }
        target.computeJulian();
        target.floorDays = 0;
        boolean found = false;
        for (Unit unit : UNITS) {
            if (unit.name.equals(name) && number > -unit.limit && number < unit.limit) {
                shiftUnit(number, unit);
                found = true;
            }
        }
        target.forgetFields();
        return found;
    }

    private void shiftUnit(double number, Unit unit) {
        double rest = number;
        int whole = (int) number;
        boolean months = unit.name.equals("month");
        if (months || unit.name.equals("year")) {
            target.computeFields();
            target.month += months ? whole : 0;
            target.year += months ? 0 : whole;
            target.carryMonths();
            target.computeFloor();
            target.validJulian = false;
            rest -= whole;
        }
        target.computeJulian();
        double rounding = number < 0 ? -0.5 : 0.5;
        target.julianMs += (long) (rest * 1000.0 * unit.seconds + rounding);
    }
}
