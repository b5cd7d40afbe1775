package org.sqlvm.engine.row.function;

/**
 * A moment as the date functions carry it: as milliseconds of the Julian day, as fields of the
 * calendar, or both, each with a flag that says whether it holds (sqlite.org/lang_datefunc.html).
 */
final class DateTime {
    static final long DAY_MS = 86_400_000;

    /** 1970-01-01 in milliseconds of the Julian day. */
    static final long EPOCH_MS = 210_866_760_000_000L;

    /** The last millisecond of the year 9999. */
    static final long LAST_MS = 464_269_060_799_999L;

    private static final int YEAR_MIN = -4713;
    private static final int YEAR_MAX = 9999;

    /** Bits of the months that have 31 days. */
    private static final int LONG_MONTHS = 0x15aa;

    /** Milliseconds since noon of 24 November 4714 BC. */
    long julianMs;

    int year;
    int month;
    int day;
    int hour;
    int minute;
    double second;
    /** Minutes east of UTC, as written behind the time. */
    int zoneMinutes;

    boolean validJulian;
    boolean validDate;
    boolean validTime;

    /** Days to go back so that a day that its month does not have becomes the month's last. */
    int floorDays;

    /** {@link #second} is a number given instead of a date, not yet interpreted. */
    boolean rawNumber;

    boolean error;
    boolean subsecond;
    boolean utc;
    boolean local;

    DateTime() {}

    DateTime(DateTime other) {
        copy(other);
    }

    private void copy(DateTime other) {
        julianMs = other.julianMs;
        year = other.year;
        month = other.month;
        day = other.day;
        hour = other.hour;
        minute = other.minute;
        second = other.second;
        zoneMinutes = other.zoneMinutes;
        validJulian = other.validJulian;
        validDate = other.validDate;
        validTime = other.validTime;
        floorDays = other.floorDays;
        rawNumber = other.rawNumber;
        error = other.error;
        subsecond = other.subsecond;
        utc = other.utc;
        local = other.local;
    }

    /** Everything as in a new object. */
    void reset() {
        copy(new DateTime());
    }

    private void fail() {
        reset();
        error = true;
    }

    static boolean inRange(long julianMs) {
        return julianMs >= 0 && julianMs <= LAST_MS;
    }

    /** The moment alone is to hold from now on. */
    void forgetFields() {
        validDate = false;
        validTime = false;
        zoneMinutes = 0;
    }

    void setMoment(long milliseconds) {
        forgetFields();
        julianMs = milliseconds;
        validJulian = true;
    }

    /** A number instead of a date: a Julian day until a modifier says otherwise. */
    void setNumber(double number) {
        second = number;
        rawNumber = true;
        if (number >= 0.0 && number < 5373484.5) {
            julianMs = (long) (number * DAY_MS + 0.5);
            validJulian = true;
        }
    }

    /** Fills in the moment. */
    void computeJulian() {
        if (validJulian) {
            return;
        }
        int y = validDate ? year : 2000;
        int m = validDate ? month : 1;
        int d = validDate ? day : 1;
        if (y < YEAR_MIN || y > YEAR_MAX || rawNumber) {
            fail();
            return;
        }
        if (m <= 2) {
            y--;
            m += 12;
        }
        int century = (y + 4800) / 100;
        int leap = 38 - century + (century / 4);
        int yearDays = 36525 * (y + 4716) / 100;
        int monthDays = 306001 * (m + 1) / 10000;
        julianMs = (long) ((yearDays + monthDays + d + leap - 1524.5) * DAY_MS);
        validJulian = true;
        if (validTime) {
            julianMs += hour * 3_600_000L + minute * 60_000L + (long) (second * 1000 + 0.5);
            if (zoneMinutes != 0) {
                julianMs -= zoneMinutes * 60_000L;
                forgetFields();
                utc = true;
                local = false;
            } else if (hour == 24) {
                forgetFields(); // It is midnight of the next day.
            }
        }
    }

    /** Fills in year, month and day. */
    void computeDate() {
        if (validDate) {
            return;
        }
        if (!validJulian) {
            year = 2000;
            month = 1;
            day = 1;
        } else if (!inRange(julianMs)) {
            fail();
            return;
        } else {
            int z = (int) ((julianMs + DAY_MS / 2) / DAY_MS);
            int alpha = (int) ((z + 32044.75) / 36524.25) - 52;
            int a = z + 1 + alpha - ((alpha + 100) / 4) + 25;
            int b = a + 1524;
            int c = (int) ((b - 122.1) / 365.25);
            int d = (36525 * (c & 32767)) / 100;
            int e = (int) ((b - d) / 30.6001);
            day = b - d - (int) (30.6001 * e);
            month = e < 14 ? e - 1 : e - 13;
            year = month > 2 ? c - 4716 : c - 4715;
        }
        validDate = true;
    }

    /** Fills in hour, minute and second. */
    void computeTime() {
        if (validTime) {
            return;
        }
        computeJulian();
        int ofDay = (int) ((julianMs + DAY_MS / 2) % DAY_MS);
        second = (ofDay % 60_000) / 1000.0;
        int minutes = ofDay / 60_000;
        minute = minutes % 60;
        hour = minutes / 60;
        rawNumber = false;
        validTime = true;
    }

    void computeFields() {
        computeDate();
        computeTime();
    }

    /** Finds {@link #floorDays} for the date. */
    void computeFloor() {
        if (day <= 28 || (1 << month & LONG_MONTHS) != 0) {
            floorDays = 0;
        } else if (month != 2) {
            floorDays = day == 31 ? 1 : 0;
        } else {
            boolean common = year % 4 != 0 || (year % 100 == 0 && year % 400 != 0);
            floorDays = common ? day - 28 : day - 29;
        }
    }

    /** Brings the month back to 1 to 12 and the rest to the year. */
    void carryMonths() {
        int years = month > 0 ? (month - 1) / 12 : (month - 12) / 12;
        year += years;
        month -= years * 12;
    }

    /** Days since the first of January. */
    int dayOfYear() {
        DateTime first = new DateTime(this);
        first.validJulian = false;
        first.month = 1;
        first.day = 1;
        first.computeJulian();
        return (int) ((julianMs - first.julianMs + DAY_MS / 2) / DAY_MS);
    }

    int daysSinceMonday() {
        return (int) ((julianMs + DAY_MS / 2) / DAY_MS) % 7;
    }

    int daysSinceSunday() {
        return (int) ((julianMs + 3 * DAY_MS / 2) / DAY_MS) % 7;
    }

    /** The Thursday of the same week, whose year is the year that the ISO week belongs to. */
    DateTime thursday() {
        DateTime result = new DateTime(this);
        result.julianMs += (3 - daysSinceMonday()) * DAY_MS;
        result.validDate = false;
        result.computeDate();
        return result;
    }
}
