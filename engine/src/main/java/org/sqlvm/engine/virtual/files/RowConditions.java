package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileScan.Condition;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;

import java.util.ArrayList;
import java.util.List;

/**
 * Conditions that rows must meet to be of use. What reads rows may leave out those that do not, or
 * may give them all the same: all conditions are tested again. So these refuse no row that meets
 * them, but may let others pass.
 *
 * @param list the values are as in registers
 */
public record RowConditions(List<Condition> list) {
    /** All rows are of use. */
    public static final RowConditions NONE = new RowConditions(List.of());

    public RowConditions {
        list = List.copyOf(list);
    }

    /** The same with values. */
    public RowConditions with(Object[] values) {
        List<Condition> known = new ArrayList<>();
        for (Condition condition : list) {
            Object value = values[known.size()];
            Object own = value instanceof Bytes bytes ? bytes.owned() : value;
            known.add(new Condition(condition.column(), condition.operator(), own));
        }
        return new RowConditions(known);
    }

    /** Whether there are conditions with that operator. */
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

    /** As EXPLAIN QUERY PLAN shows them: {@code 0>= 1=}. */
    @Override
    public String toString() {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.column() + symbol(each.operator())));
        return String.join(" ", texts);
    }

    /** Whether a row of a group may meet them, by the bounds that are known. */
    public boolean mayPass(FileContent file, int group) {
        for (Condition condition : list) {
            Object[] bounds = file.bounds(group, condition.column());
            if (bounds != null && !mayPass(condition, own(bounds[0]), own(bounds[1]))) {
                return false;
            }
        }
        return true;
    }

    private static Object own(Object bound) {
        return bound instanceof String text ? Text.of(text) : bound;
    }

    /** Whether a value between two others, which it may equal, may meet a condition. */
    private static boolean mayPass(Condition condition, Object least, Object greatest) {
        return switch (condition.operator()) {
            case GT, GE -> passes(condition.operator(), greatest, condition.known());
            case LT, LE -> passes(condition.operator(), least, condition.known());
            case EQ ->
                passes(Operator.LE, least, condition.known())
                        && passes(Operator.GE, greatest, condition.known());
            default -> throw new AssertionError(condition);
        };
    }

    /** Whether the row that a reader stands on may meet them. */
    boolean passes(RowReader row) {
        for (int i = 0; i < list.size(); i++) {
            Condition condition = list.get(i);
            if (!passes(condition.operator(), row.column(condition.column()), condition.known())) {
                return false;
            }
        }
        return true;
    }

    /** Whether a value may meet a condition. */
    private static boolean passes(Operator operator, Object value, Object argument) {
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
