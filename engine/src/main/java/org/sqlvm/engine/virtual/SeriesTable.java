package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code generate_series(start, stop, step)}: integers (sqlite.org/series.html). Index numbers are
 * SQLite's bits.
 */
final class SeriesTable implements VirtualTable {
    static final int ROWID = -1;
    static final int VALUE = 0;
    static final int START = 1;
    static final int STOP = 2;
    static final int STEP = 3;

    static final int HAS_START = 0x01;
    static final int HAS_STOP = 0x02;
    static final int HAS_STEP = 0x04;
    static final int DESCENDING = 0x08;
    static final int ASCENDING = 0x10;
    /** {@code value = x}. */
    static final int EQUAL = 0x80;

    static final int AT_LEAST = 0x100;
    static final int ABOVE = 0x200;
    static final int AT_MOST = 0x1000;
    static final int BELOW = 0x2000;

    private static final int LOWER = AT_LEAST | ABOVE;
    private static final int UPPER = AT_MOST | BELOW;

    private static final double KNOWN_ROWS = 1000;
    /** Without a stop, or without a start, there are billions: worth avoiding. */
    private static final double UNKNOWN_ROWS = Integer.MAX_VALUE;

    @Override
    public String name() {
        return "generate_series";
    }

    @Override
    public Table table(TextEncoding encoding) {
        return VirtualTables.table(
                name(), List.of("value"), List.of("start", "stop", "step"), encoding);
    }

    @Override
    public Plan plan(List<Constraint> usable) {
        int[] inputs = {-1, -1, -1};
        int index = 0;
        int low = -1;
        int high = -1;
        for (int i = 0; i < usable.size(); i++) {
            Constraint constraint = usable.get(i);
            if (constraint.column() >= START) {
                int input = constraint.column() - START;
                if (constraint.operator() == Operator.EQ && inputs[input] < 0) {
                    inputs[input] = i;
                    index |= HAS_START << input;
                }
                continue;
            }
            int bit = bit(constraint.operator());
            if ((index & EQUAL) != 0) {
                continue; // One value is wanted: no other bound makes it fewer.
            }
            if (bit == EQUAL) {
                index = (index & ~(LOWER | UPPER)) | EQUAL;
                low = i;
                high = -1;
            } else if ((bit & LOWER) != 0) {
                index = (index & ~LOWER) | bit;
                low = i;
            } else {
                index = (index & ~UPPER) | bit;
                high = i;
            }
        }
        if ((index & (HAS_START | EQUAL | LOWER)) == 0) {
            throw SqlException.error("first argument to \"generate_series()\" missing or unusable");
        }
        List<Integer> arguments = new ArrayList<>();
        for (int place : new int[] {inputs[0], inputs[1], inputs[2], low, high}) {
            if (place >= 0) {
                arguments.add(place);
            }
        }
        boolean known = (index & HAS_START) != 0 && (index & HAS_STOP) != 0;
        double rows = known ? KNOWN_ROWS : UNKNOWN_ROWS;
        rows = (index & EQUAL) != 0 ? 1 : rows;
        return new Plan(index, List.copyOf(arguments), true, rows, rows);
    }

    private static int bit(Operator operator) {
        return switch (operator) {
            case EQ -> EQUAL;
            case GT -> ABOVE;
            case GE -> AT_LEAST;
            case LT -> BELOW;
            case LE -> AT_MOST;
        };
    }

    @Override
    public int ordered(int index, int column, boolean descending) {
        boolean known = (index & HAS_START) != 0 && (index & HAS_STOP) != 0;
        return known && column <= VALUE ? index | (descending ? DESCENDING : ASCENDING) : -1;
    }

    @Override
    public VirtualCursor open(VirtualContext context) {
        return new SeriesCursor();
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return "vtab:" + name();
    }
}
