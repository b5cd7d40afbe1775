package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A condition on a column, of which a {@link RowConditions} has the value; it is tested before the
 * other columns are read. It refuses no row that meets the condition, but may let others pass.
 */
public record FileFilter(int column, Comparison comparison) {
    private static final String BETWEEN = " ";

    /** How a column is compared with a value. */
    public enum Comparison {
        EQ("="),
        GT(">"),
        GE(">="),
        LT("<"),
        LE("<=");

        private final String symbol;

        Comparison(String symbol) {
            this.symbol = symbol;
        }
    }

    /** As a plan has them, and EXPLAIN QUERY PLAN shows them. */
    public static String text(List<FileFilter> filters) {
        List<String> texts = new ArrayList<>();
        filters.forEach(filter -> texts.add(filter.column + filter.comparison.symbol));
        return String.join(BETWEEN, texts);
    }

    /** The conditions of a plan. */
    static FileFilter[] of(String text) {
        return text.isEmpty()
                ? new FileFilter[0]
                : Arrays.stream(text.split(BETWEEN))
                        .map(FileFilter::parsed)
                        .toArray(FileFilter[]::new);
    }

    private static FileFilter parsed(String text) {
        int digits = 0;
        while (Character.isDigit(text.charAt(digits))) {
            digits++;
        }
        String symbol = text.substring(digits);
        Comparison found = Arrays.stream(Comparison.values())
                .filter(comparison -> comparison.symbol.equals(symbol))
                .findFirst()
                .orElseThrow();
        return new FileFilter(Integer.parseInt(text.substring(0, digits)), found);
    }

    /** Whether a value between two others, which it may equal, may meet the condition. */
    boolean mayPass(Object least, Object greatest, Object argument) {
        return switch (comparison) {
            case GT, GE -> passes(greatest, argument);
            case LT, LE -> passes(least, argument);
            case EQ ->
                new FileFilter(column, Comparison.LE).passes(least, argument)
                        && new FileFilter(column, Comparison.GE).passes(greatest, argument);
        };
    }

    /** Whether a value may meet the condition. */
    boolean passes(Object value, Object argument) {
        int order;
        if (value instanceof Long left && argument instanceof Long right) {
            order = Long.compare(left, right);
        } else if (value instanceof Number left && argument instanceof Double right) {
            // An integer that is no real is near one: it passes where it might be equal.
            double real = left.doubleValue();
            order = real < right ? -1 : real > right ? 1 : 0;
            if (order == 0) {
                return true;
            }
        } else if (value instanceof Double left && argument instanceof Long right) {
            double real = right;
            order = left < real ? -1 : left > real ? 1 : 0; // -0.0 equals 0
            if (order == 0) {
                return true;
            }
        } else if (value instanceof Text left && argument instanceof Text right) {
            order = comparison == Comparison.EQ
                    ? left.hasBytesOf(right) ? 0 : 1
                    : Bytes.compare(left, right);
        } else {
            // NULL meets no condition; anything else is compared behind this.
            return value instanceof Number || value instanceof Bytes;
        }
        return switch (comparison) {
            case EQ -> order == 0;
            case GT -> order > 0;
            case GE -> order >= 0;
            case LT -> order < 0;
            case LE -> order <= 0;
        };
    }
}
