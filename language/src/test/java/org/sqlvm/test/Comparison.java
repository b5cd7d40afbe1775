package org.sqlvm.test;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How what sqlvm gives differs from what SQLite gives. */
final class Comparison {
    /** Sums in another order differ behind this many digits. */
    private static final MathContext DIGITS = new MathContext(10);

    private static final int SHOWN_MAX = 1200;

    private Comparison() {}

    /**
     * Whether one of them met an error of a value that the other, in another order, did not come
     * to.
     */
    static boolean differsInOrderOnly(Outcome sqlite, Outcome sqlvm) {
        return sqlite.failed() != sqlvm.failed()
                && "integer overflow"
                        .equals((sqlite.failed() ? sqlite : sqlvm).failure().message());
    }

    /** Null if the outcomes are the same. */
    static String difference(Outcome sqlite, Outcome sqlvm, RandomQuery.Answer answer) {
        if (sqlite.failed() || sqlvm.failed()) {
            boolean same = sqlite.failed()
                    && sqlvm.failed()
                    && sqlite.failure().code() == sqlvm.failure().code()
                    && sqlite.failure().message().equals(sqlvm.failure().message());
            return same ? null : show(sqlite, sqlvm);
        }
        boolean same = sqlite.columns().equals(sqlvm.columns())
                && lines(sqlite, answer).equals(lines(sqlvm, answer))
                && keys(sqlite, answer).equals(keys(sqlvm, answer));
        return same ? null : show(sqlite, sqlvm);
    }

    private static List<String> lines(Outcome outcome, RandomQuery.Answer answer) {
        List<String> lines = new ArrayList<>();
        for (Object[] row : outcome.rows()) {
            lines.add(answer.exact() ? ValueText.row(row) : equalRow(row));
        }
        Collections.sort(lines);
        return lines;
    }

    /** The order that the rows come in, as far as it is given. */
    private static List<String> keys(Outcome outcome, RandomQuery.Answer answer) {
        List<String> lines = new ArrayList<>();
        for (Object[] row : outcome.rows()) {
            StringBuilder line = new StringBuilder();
            for (int key : answer.keys()) {
                line.append(" | ").append(equal(row[key]));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static String equalRow(Object[] row) {
        StringBuilder line = new StringBuilder();
        for (Object value : row) {
            line.append(" | ").append(equal(value));
        }
        return line.toString();
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

    private static String show(Outcome sqlite, Outcome sqlvm) {
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
