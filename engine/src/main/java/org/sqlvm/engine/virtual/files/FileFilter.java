package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;

/**
 * A condition on a column, of which a {@link RowConditions} has the value; it is tested before the
 * other columns are read. It refuses no row that meets the condition, but may let others pass.
 */
public record FileFilter(int column, Operator operator) {
    /** The filter that a condition is. */
    public static FileFilter of(Condition condition) {
        assert canBe(condition.operator()) : condition;
        return new FileFilter(condition.column(), condition.operator());
    }

    /** Whether there are filters with that operator. */
    public static boolean canBe(Operator operator) {
        return !symbol(operator).isEmpty();
    }

    private static String symbol(Operator operator) {
        return switch (operator) {
            case EQ -> "=";
            case GT -> ">";
            case GE -> ">=";
            case LT -> "<";
            case LE -> "<=";
            default -> "";
        };
    }

    /** As EXPLAIN QUERY PLAN shows it. */
    @Override
    public String toString() {
        return column + symbol(operator);
    }

    /** Whether a value between two others, which it may equal, may meet the condition. */
    boolean mayPass(Object least, Object greatest, Object argument) {
        return switch (operator) {
            case GT, GE -> passes(greatest, argument);
            case LT, LE -> passes(least, argument);
            case EQ ->
                new FileFilter(column, Operator.LE).passes(least, argument)
                        && new FileFilter(column, Operator.GE).passes(greatest, argument);
            default -> throw new AssertionError(operator);
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
            default -> throw new AssertionError(operator);
        };
    }
}
