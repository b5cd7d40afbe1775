package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.MAY_ASK_TIME;
import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.ON_VECTORS;
import static org.sqlvm.engine.row.FunctionFact.STABLE;
import static org.sqlvm.engine.row.FunctionFact.STRICT;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.TimeGrain;

import java.util.Arrays;
import java.util.List;

/**
 * date, time, datetime, julianday, unixepoch, strftime, timediff and what CURRENT_DATE and its kind
 * call (sqlite.org/lang_datefunc.html). What is no date gives NULL, never an error.
 */
final class DateFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            of("date", DateFunctions::date).with(DateFunctions::grainOfDate),
            of("time", DateFunctions::time),
            of("datetime", DateFunctions::dateTime),
            of("julianday", (moment, _) -> moment.julianMs / (double) DateTime.DAY_MS),
            of("unixepoch", DateFunctions::unixEpoch),
            current("current_date", DateFunctions::date),
            current("current_time", DateFunctions::time),
            current("current_timestamp", DateFunctions::dateTime),
            date("strftime", 0, Scalar.MANY, DateFunctions::strftime)
                    .with(DateFunctions::grainOfFormat),
            date("timediff", 2, 2, DateFunctions::timeDifference));

    /** 0000-01-01 in milliseconds of the Julian day: a difference is shown as a date from there. */
    private static final long YEAR_ZERO_MS = 148_699_540_800_000L;

    private DateFunctions() {}

    /** A moment to a value; the builder is empty. */
    @FunctionalInterface
    private interface Rendering {
        Object render(DateTime moment, TextBuilder builder);
    }

    private static Scalar of(String name, Rendering rendering) {
        return date(
                name,
                0,
                Scalar.MANY,
                (context, arguments) -> render(context, arguments, rendering));
    }

    private static SqlFunction current(String name, Rendering rendering) {
        return Scalar.changing(
                        name, 0, 0, (context, arguments) -> render(context, arguments, rendering))
                .with(STABLE, NEVER_FAILS, ON_VECTORS);
    }

    private static Scalar date(String name, int min, int max, Scalar.Body body) {
        return Scalar.changing(name, min, max, body)
                .with(STABLE, MAY_ASK_TIME, STRICT, NEVER_FAILS, ON_VECTORS);
    }

    private static int grainOfDate(int index, Object[] arguments) {
        return arguments.length == 1 ? TimeGrain.DAY : TimeGrain.SECOND;
    }

    private static int grainOfFormat(int index, Object[] arguments) {
        boolean plain = arguments.length == 2 && index == 1;
        return plain && arguments[0] instanceof Text format
                ? DateFormat.grain(format)
                : TimeGrain.SECOND;
    }

    @TruffleBoundary
    private static Object render(CallContext context, Object[] arguments, Rendering rendering) {
        DateTime moment = read(context, arguments);
        return moment == null
                ? SqlNull.NULL
                : rendering.render(moment, new TextBuilder(context.lengthMax()));
    }

    /** The moment that a date and its modifiers name, without arguments now; null if none. */
    private static DateTime read(CallContext context, Object[] arguments) {
        DateTime moment = new DateTime();
        if (arguments.length == 0) {
            setNow(moment, context);
            return moment;
        }
        if (arguments[0] instanceof Number number) {
            moment.setNumber(number.doubleValue());
        } else if (arguments[0] == SqlNull.NULL
                || !parse(moment, Casts.toText(arguments[0]), context)) {
            return null;
        }
        for (int i = 1; i < arguments.length; i++) {
            boolean applied = arguments[i] != SqlNull.NULL
                    && DateModifier.apply(moment, Casts.toText(arguments[i]), i, context);
            if (!applied) {
                return null;
            }
        }
        moment.computeJulian();
        if (moment.error || !DateTime.inRange(moment.julianMs)) {
            return null;
        }
        if (arguments.length == 1 && moment.validDate && moment.day > 28) {
            moment.validDate = false; // 2023-02-31 is 2023-03-03.
        }
        return moment;
    }

    private static void setNow(DateTime moment, CallContext context) {
        moment.setMoment(context.currentTimeMs() + DateTime.EPOCH_MS);
        moment.utc = true;
        moment.local = false;
    }

    private static boolean parse(DateTime moment, Text text, CallContext context) {
        DateParser parser = new DateParser(text);
        if (parser.date(moment, text.offset) || parser.time(moment, text.offset)) {
            return true;
        }
        String word = new Text(text.array, text.offset, parser.end() - text.offset).toString();
        boolean subsecond = word.equalsIgnoreCase("subsec") || word.equalsIgnoreCase("subsecond");
        if (subsecond || word.equalsIgnoreCase("now")) {
            moment.subsecond |= subsecond;
            setNow(moment, context);
            return true;
        }
        if (Affinities.number(text) instanceof Number number) {
            moment.setNumber(number.doubleValue());
            return true;
        }
        return false;
    }

    private static Object unixEpoch(DateTime moment, TextBuilder builder) {
        long milliseconds = moment.julianMs - DateTime.EPOCH_MS;
        if (moment.subsecond) {
            return milliseconds / 1000.0;
        }
        return moment.julianMs / 1000 - DateTime.EPOCH_MS / 1000;
    }

    private static Object date(DateTime moment, TextBuilder builder) {
        moment.computeDate();
        appendDate(builder, moment);
        return builder.toText();
    }

    private static Object time(DateTime moment, TextBuilder builder) {
        moment.computeTime();
        appendTime(builder, moment);
        return builder.toText();
    }

    private static Object dateTime(DateTime moment, TextBuilder builder) {
        moment.computeFields();
        appendDate(builder, moment);
        builder.append(' ');
        appendTime(builder, moment);
        return builder.toText();
    }

    private static void appendDate(TextBuilder builder, DateTime moment) {
        if (moment.year < 0) {
            builder.append('-');
        }
        DateFormat.digits(builder, Math.abs(moment.year), 4);
        builder.append('-');
        DateFormat.digits(builder, moment.month, 2);
        builder.append('-');
        DateFormat.digits(builder, moment.day, 2);
    }

    private static void appendTime(TextBuilder builder, DateTime moment) {
        DateFormat.digits(builder, moment.hour, 2);
        builder.append(':');
        DateFormat.digits(builder, moment.minute, 2);
        builder.append(':');
        if (moment.subsecond) {
            int milliseconds = (int) (1000.0 * moment.second + 0.5);
            DateFormat.digits(builder, milliseconds / 1000, 2);
            builder.append('.');
            DateFormat.digits(builder, milliseconds % 1000, 3);
        } else {
            DateFormat.digits(builder, (int) moment.second, 2);
        }
    }

    @TruffleBoundary
    private static Object strftime(CallContext context, Object[] arguments) {
        if (arguments.length == 0 || arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        DateTime moment = read(context, Arrays.copyOfRange(arguments, 1, arguments.length));
        if (moment == null) {
            return SqlNull.NULL;
        }
        TextBuilder builder = new TextBuilder(context.lengthMax());
        return DateFormat.append(builder, Casts.toText(arguments[0]), moment)
                ? builder.toText()
                : SqlNull.NULL;
    }

    /** {@code (+|-)YYYY-MM-DD HH:MM:SS.SSS}: what to add to the second to come to the first. */
    @TruffleBoundary
    private static Object timeDifference(CallContext context, Object[] arguments) {
        DateTime first = read(context, new Object[] {arguments[0]});
        DateTime second = read(context, new Object[] {arguments[1]});
        if (first == null || second == null) {
            return SqlNull.NULL;
        }
        first.computeFields();
        second.computeFields();
        boolean forward = first.julianMs >= second.julianMs;
        int direction = forward ? 1 : -1;
        int years = direction * (first.year - second.year);
        if (years != 0) {
            second.year = first.year;
            recompute(second);
        }
        int months = direction * (first.month - second.month);
        if (months < 0) {
            years--;
            months += 12;
        }
        if (months != 0) {
            second.month = first.month;
            recompute(second);
        }
        while (forward ? first.julianMs < second.julianMs : first.julianMs > second.julianMs) {
            months--;
            if (months < 0) {
                months = 11;
                years--;
            }
            second.month -= direction;
            second.carryMonths();
            recompute(second);
        }
        first.setMoment(Math.abs(first.julianMs - second.julianMs) + YEAR_ZERO_MS);
        first.computeFields();
        TextBuilder builder = new TextBuilder(context.lengthMax());
        builder.append(forward ? '+' : '-');
        DateFormat.digits(builder, years, 4);
        builder.append('-');
        DateFormat.digits(builder, months, 2);
        builder.append('-');
        DateFormat.digits(builder, first.day - 1, 2);
        builder.append(' ');
        first.subsecond = true;
        appendTime(builder, first);
        return builder.toText();
    }

    private static void recompute(DateTime moment) {
        moment.validJulian = false;
        moment.computeJulian();
    }
}
