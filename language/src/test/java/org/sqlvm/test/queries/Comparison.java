package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.ValueText;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How what sqlvm gives differs from what SQLite gives. */
public final class Comparison {
    /** The first difference. */
    public enum Kind {
        INTERNAL,
        OUR_ERROR,
        THEIR_ERROR,
        MESSAGE,
        NAMES,
        ROWS,
        ORDER
    }

    /** Numbers that compare as equal agree in this many digits. */
    private static final MathContext DIGITS = new MathContext(10);

    private static final int SHOWN_MAX = 1200;

    private Comparison() {}

    /** Null if the outcomes are the same. */
    public static Kind kind(Outcome sqlite, Outcome sqlvm, RandomQuery.Answer answer) {
        if (sqlvm.failed() && sqlvm.failure().isInternal()) {
            return Kind.INTERNAL;
        }
        if (sqlite.failed() && sqlvm.failed()) {
            boolean same = sqlite.failure().code() == sqlvm.failure().code()
                    && sqlite.failure().message().equals(sqlvm.failure().message());
            return same ? null : Kind.MESSAGE;
        }
        if (sqlite.failed() || sqlvm.failed()) {
            return sqlite.failed() ? Kind.THEIR_ERROR : Kind.OUR_ERROR;
        }
        if (!sqlite.columns().equals(sqlvm.columns())) {
            return Kind.NAMES;
        }
        List<String> expected = lines(sqlite);
        List<String> actual = lines(sqlvm);
        if (expected.equals(actual)) {
            return null;
        }
        Collections.sort(expected);
        Collections.sort(actual);
        return !expected.equals(actual)
                ? Kind.ROWS
                : keys(sqlite, answer).equals(keys(sqlvm, answer)) ? null : Kind.ORDER;
    }

    /** Null if the outcomes are the same. */
    public static String difference(Outcome sqlite, Outcome sqlvm, RandomQuery.Answer answer) {
        return kind(sqlite, sqlvm, answer) == null ? null : show(sqlite, sqlvm);
    }

    private static List<String> lines(Outcome outcome) {
        List<String> lines = new ArrayList<>(outcome.rows().size());
        for (Object[] row : outcome.rows()) {
            lines.add(ValueText.row(row));
        }
        return lines;
    }

    /** The order that the rows come in, as far as it is given. */
    private static List<String> keys(Outcome outcome, RandomQuery.Answer answer) {
        List<String> lines = new ArrayList<>();
        for (Object[] row : outcome.rows()) {
            StringBuilder line = new StringBuilder();
            for (int key : answer.keys()) {
                if (key < row.length) {
                    line.append(" | ").append(equal(row[key]));
                }
            }
            lines.add(line.toString());
        }
        return lines;
    }

    /** Whether the rows differ only in which of several equal values they show. */
    static boolean hasEqualValues(Outcome sqlite, Outcome sqlvm) {
        return hasEqualLines(sqlite, sqlvm, true);
    }

    /** Whether both gave rows with equal values in the same order. */
    static boolean hasEqualRows(Outcome sqlite, Outcome sqlvm) {
        return hasEqualLines(sqlite, sqlvm, false);
    }

    private static boolean hasEqualLines(Outcome sqlite, Outcome sqlvm, boolean sorted) {
        return !sqlite.failed()
                && !sqlvm.failed()
                && equalLines(sqlite, sorted).equals(equalLines(sqlvm, sorted));
    }

    private static List<String> equalLines(Outcome outcome, boolean sorted) {
        List<String> lines = new ArrayList<>();
        for (Object[] row : outcome.rows()) {
            StringBuilder line = new StringBuilder();
            for (Object value : row) {
                line.append(" | ").append(equal(value));
            }
            lines.add(line.toString());
        }
        if (sorted) {
            Collections.sort(lines);
        }
        return lines;
    }

    /** One text for all values that some collation takes for equal. */
    private static String equal(Object value) {
        return switch (value) {
            case Long number -> number(new BigDecimal(number));
            case Double number when Double.isFinite(number) -> number(new BigDecimal(number));
            case String text -> "'" + text.toLowerCase(Locale.ROOT).stripTrailing() + "'";
            case null, default -> ValueText.literal(value);
        };
    }

    private static String number(BigDecimal number) {
        BigDecimal rounded = number.round(DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toString();
    }

    public static String show(Outcome sqlite, Outcome sqlvm) {
        return "-- SQLite: " + show(sqlite) + "\n-- sqlvm:  " + show(sqlvm);
    }

    private static String show(Outcome outcome) {
        if (outcome.failed()) {
            return "error " + outcome.failure();
        }
        String text = outcome.columns() + " "
                + outcome.rows().stream().map(ValueText::row).collect(Collectors.joining(" // "));
        return text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
    }
}
