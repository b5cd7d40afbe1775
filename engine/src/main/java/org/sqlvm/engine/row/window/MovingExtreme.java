package org.sqlvm.engine.row.window;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.sort.ValueColumn;

import java.util.Arrays;

/**
 * The row with the least or the greatest value of a frame whose start and end only grow: a queue of
 * the rows that may become the best. A row leaves it when the frame's start has passed it, or when
 * a later row is at least as good, since that one stays in the frame for longer. So each row comes
 * and goes once, however large the frame.
 */
final class MovingExtreme {
    private static final int CAPACITY_MIN = 16;

    private final WindowRows rows;
    private final int column;
    private final int sign;
    private final Collation collation;

    /** The column, if it is in memory; else null. */
    private final ValueColumn values;

    /** A ring: {@code count} rows from {@code head}, each better than the next. */
    private int[] queue = new int[CAPACITY_MIN];

    private int head;
    private int count;

    /** @param sign the sign of a comparison "new against best" that makes the new value the best */
    MovingExtreme(WindowRows rows, WindowSpec.Call call, int sign) {
        this.rows = rows;
        this.column = call.arguments().getFirst();
        this.sign = sign;
        this.collation = call.collation();
        this.values = rows.column(column);
    }

    /** A row has come into the frame. */
    void add(int row) {
        if (isNull(row)) {
            return;
        }
        while (count > 0 && compare(row, queue[place(count - 1)]) * sign >= 0) {
            count--;
        }
        if (count == queue.length) {
            grow();
        }
        queue[place(count++)] = row;
    }

    /** The best of the rows from {@code start} on; -1 if there is none. */
    int best(int start) {
        while (count > 0 && queue[head] < start) {
            head = place(1);
            count--;
        }
        return count > 0 ? queue[head] : -1;
    }

    private int place(int index) {
        return (head + index) & (queue.length - 1);
    }

    private void grow() {
        int[] larger = Arrays.copyOf(queue, 2 * queue.length);
        System.arraycopy(queue, 0, larger, queue.length, head);
        queue = larger;
    }

    private boolean isNull(int row) {
        return values == null
                ? rows.get(row, column) == SqlNull.NULL
                : values.kind(row) == ValueKind.NULL;
    }

    private int compare(int row, int other) {
        if (values != null) {
            int kind = values.kind(row);
            if (kind == ValueKind.LONG && values.kind(other) == ValueKind.LONG) {
                return Long.compare(values.number(row), values.number(other));
            }
        }
        return Integer.signum(
                Values.compare(rows.get(row, column), rows.get(other, column), collation));
    }
}
