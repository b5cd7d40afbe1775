package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.List;

/**
 * {@code generate_series(start, stop, step)}: integers (sqlite.org/series.html). Index numbers are
 * SQLite's bits.
 */
final class SeriesTable implements EngineTable {
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
    public String declaration() {
        return Declarations.text(List.of("value"), List.of("start", "stop", "step"));
    }

    @Override
    public boolean isInnocuous() {
        return true;
    }

    @Override
    public ScanPlan plan(ScanRequest request) {
        int index = 0;
        ScanPlan plan = ScanPlan.all();
        for (int input = 0; input < 3; input++) {
            int place = request.find(START + input, Operator.EQ);
            if (place >= 0) {
                plan = plan.with(place, true);
                index |= HAS_START << input;
            }
        }
        int low = -1;
        int high = -1;
        List<Condition> conditions = request.conditions();
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            int bit = condition.column() >= START ? 0 : bit(condition.operator());
            if (bit == 0 || (index & EQUAL) != 0) {
                continue; // If one value is wanted, no other bound makes it fewer.
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
        boolean known = (index & HAS_START) != 0 && (index & HAS_STOP) != 0;
        double rows = known ? KNOWN_ROWS : UNKNOWN_ROWS;
        rows = (index & EQUAL) != 0 ? 1 : rows;
        plan = plan.with(low, false).with(high, false).withCost(rows, rows);
        if (known && !request.order().isEmpty() && request.order().getFirst().column() <= VALUE) {
            index |= request.order().getFirst().descending() ? DESCENDING : ASCENDING;
            plan = plan.inOrder(ScanPlan.Order.UNIQUE);
        }
        return plan.withIndex(index);
    }

    private static int bit(Operator operator) {
        return switch (operator) {
            case EQ -> EQUAL;
            case GT -> ABOVE;
            case GE -> AT_LEAST;
            case LT -> BELOW;
            case LE -> AT_MOST;
            default -> 0;
        };
    }

    @Override
    public VirtualCursor open(CursorContext context) {
        return new SeriesCursor();
    }
}
