package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.virtual.ScanRequest.Operator;

import java.util.ArrayList;
import java.util.List;

/**
 * A condition on a column that is tested before the other columns are read. It refuses no row that
 * meets the condition, but may let others pass.
 */
record FileFilter(int column, Operator operator) {
    private static final String BETWEEN = " ";

    static boolean isRange(Operator operator) {
        return switch (operator) {
            case GT, GE, LT, LE -> true;
            default -> false;
        };
    }

    /** As a plan has them, and EXPLAIN QUERY PLAN shows them. */
    static String text(List<FileFilter> filters) {
        List<String> texts = new ArrayList<>();
        filters.forEach(filter -> texts.add(filter.column + filter.symbol()));
        return String.join(BETWEEN, texts);
    }

    private String symbol() {
        return switch (operator) {
            case EQ -> "=";
            case GT -> ">";
            case GE -> ">=";
            case LT -> "<";
            case LE -> "<=";
            default -> throw new AssertionError(operator);
        };
    }

    /** The conditions of a plan. */
    static FileFilter[] of(String text) {
        if (text.isEmpty()) {
            return new FileFilter[0];
        }
        String[] parts = text.split(BETWEEN);
        FileFilter[] filters = new FileFilter[parts.length];
        for (int i = 0; i < parts.length; i++) {
            int digits = 0;
            while (Character.isDigit(parts[i].charAt(digits))) {
                digits++;
            }
            int column = Integer.parseInt(parts[i].substring(0, digits));
            filters[i] = new FileFilter(
                    column,
                    switch (parts[i].substring(digits)) {
                        case "=" -> Operator.EQ;
                        case ">" -> Operator.GT;
                        case ">=" -> Operator.GE;
                        case "<" -> Operator.LT;
                        case "<=" -> Operator.LE;
                        default -> throw new AssertionError(text);
                    });
        }
        return filters;
    }

    /** Whether a value between two others, which it may equal, may meet the condition. */
    boolean mayPass(Object least, Object greatest, Object argument) {
        return switch (operator) {
            case GT, GE -> passes(greatest, argument);
            case LT, LE -> passes(least, argument);
            default ->
                new FileFilter(column, Operator.LE).passes(least, argument)
                        && new FileFilter(column, Operator.GE).passes(greatest, argument);
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
            order = operator == Operator.EQ
                    ? left.hasBytesOf(right) ? 0 : 1
                    : Bytes.compare(left, right);
        } else {
            // NULL meets no condition; anything else is compared behind this.
            return value instanceof Number || value instanceof Bytes;
        }
        return switch (operator) {
            case EQ -> order == 0;
            case GT -> order > 0;
            case GE -> order >= 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            default -> true;
        };
    }
}
