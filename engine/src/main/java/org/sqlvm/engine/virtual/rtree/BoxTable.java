package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table {@code USING rtree} or {@code rtree_i32}: a number, a box, and auxiliary columns
 * (sqlite.org/rtree.html).
 */
final class BoxTable extends RtreeTable {
    /** The plan that finds an entry by its number. */
    private static final int BY_ID = 1;

    /** The plan that finds entries by their boxes. Its text has two letters a condition. */
    private static final int BY_BOX = 2;

    private static final double ID_COST = 30;
    private static final double ROW_COST = 6;
    private static final int CONDITIONS_MAX = 20;

    private static final int ID = 0;

    BoxTable(ModuleHost host, RtreeDefinition definition, RtreeLayout layout, long rows) {
        super(host, definition, layout, rows);
    }

    // ------------------------------------------------------------------ reading

    @Override
    public ScanPlan plan(ScanRequest request) {
        // A query needs the tree: MATCH cannot be tested for a row that is found by its number.
        boolean matches =
                request.all().stream().anyMatch(each -> each.operator() == Operator.MATCH);
        List<Condition> conditions = request.conditions();
        ScanPlan plan = ScanPlan.all().withIndex(BY_BOX);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < conditions.size() && text.length() < 2 * CONDITIONS_MAX; i++) {
            Condition condition = conditions.get(i);
            if (!matches && condition.column() <= ID && condition.operator() == Operator.EQ) {
                return ScanPlan.all().withIndex(BY_ID).with(i, true).withCost(ID_COST, 1);
            }
            char letter = letter(condition);
            if (letter != 0) {
                text.append(letter).append((char) (condition.column() - 1 + '0'));
                plan = plan.with(i, isExact(condition.operator()));
            }
        }
        long rows = estimatedRows() >> (text.length() / 2);
        return plan.withText(text.toString()).withCost(ROW_COST * rows, rows);
    }

    /** The letter of a condition in a plan's text; 0 for one that plans do not use. */
    private char letter(Condition condition) {
        boolean coordinate =
                condition.column() > ID && condition.column() <= layout().coordinateCount();
        return switch (condition.operator()) {
            case MATCH -> RtreeConstraint.MATCH;
            case EQ -> coordinate ? RtreeConstraint.EQ : 0;
            case LE -> coordinate ? RtreeConstraint.LE : 0;
            case LT -> coordinate ? RtreeConstraint.LT : 0;
            case GE -> coordinate ? RtreeConstraint.GE : 0;
            case GT -> coordinate ? RtreeConstraint.GT : 0;
            default -> 0;
        };
    }

    private static boolean isExact(Operator operator) {
        return operator == Operator.LE || operator == Operator.GE || operator == Operator.MATCH;
    }

    @Override
    public boolean countsRows() {
        return true;
    }

    @Override
    public VirtualCursor open(CursorContext context) {
        return new BoxCursor(this, context);
    }

    private static final class BoxCursor extends RtreeCursor {
        private final int coordinateCount;

        BoxCursor(BoxTable table, CursorContext context) {
            super(table, context.interruption());
            coordinateCount = table.layout().coordinateCount();
        }

        @Override
        void begin(ScanPlan plan, Object[] arguments) {
            if (plan.index() == BY_ID) {
                findId(arguments[0]);
                return;
            }
            List<RtreeConstraint> constraints = new ArrayList<>(arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                constraints.add(RtreeConstraint.of(
                        plan.text().charAt(2 * i),
                        plan.text().charAt(2 * i + 1) - '0',
                        arguments[i]));
            }
            beginSearch(constraints);
        }

        /** Only an integer, or a real that equals one, is a number of an entry. */
        private void findId(Object value) {
            switch (Affinities.toNumeric(value)) {
                case Long number -> beginRowid(number);
                case Double number
                when Values.compareLongDouble(number.longValue(), number) == 0 ->
                    beginRowid(number.longValue());
                default -> beginEmpty();
            }
        }

        @Override
        public Object column(int column) {
            if (column == ID) {
                return rowid();
            }
            return column <= coordinateCount
                    ? coordinate(column - 1)
                    : auxiliary(column - 1 - coordinateCount);
        }
    }

    // ------------------------------------------------------------------ changes

    @Override
    public long insert(Long rowid, Object[] values) {
        return put(null, values, false);
    }

    @Override
    public long replace(Long rowid, Object[] values) {
        return put(null, values, true);
    }

    @Override
    public void update(Object key, Object newKey, Object[] values) {
        put(key(key), values, false);
    }

    @Override
    public void updateReplacing(Object key, Object newKey, Object[] values) {
        put(key(key), values, true);
    }

    /**
     * Stores a row. As in SQLite its number is the value of the first column; a rowid that is
     * written does not count.
     *
     * @param before the number of the row that it replaces; null for a new one
     */
    private long put(Long before, Object[] values, boolean replaces) {
        long[] stored = new long[1];
        changing(() -> stored[0] = store(before, values, replaces));
        return stored[0];
    }

    private long store(Long before, Object[] values, boolean replaces) {
        RtreeCell cell = cell(values);
        boolean numbered = !isNull(values[ID]);
        if (numbered) {
            cell.number = Casts.toLong(values[ID]);
            if (before == null || before != cell.number) {
                claim(cell.number, replaces);
            }
        }
        if (before != null) {
            change().delete(before);
        }
        if (!numbered) {
            cell.number = store().newRowid();
        }
        change().insert(cell);
        int first = 1 + layout().coordinateCount();
        if (layout().auxiliaryCount() > 0) {
            store().setAuxiliary(cell.number, Arrays.copyOfRange(values, first, values.length));
        }
        return cell.number;
    }

    private RtreeCell cell(Object[] values) {
        RtreeCell cell = new RtreeCell(layout().coordinateCount());
        for (int i = 0; i < cell.box.length; i += 2) {
            cell.box[i] = bound(values[i + 1], false);
            cell.box[i + 1] = bound(values[i + 2], true);
            if (cell.box[i] > cell.box[i + 1]) {
                throw boundError(i + 1);
            }
        }
        return cell;
    }

    /** A coordinate as it is stored: a float is rounded so that the box does not become smaller. */
    private double bound(Object value, boolean upper) {
        Object given = value == null ? SqlNull.NULL : value;
        if (layout().integers()) {
            return Math.clamp(Casts.toLong(given), Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        double exact = Casts.toDouble(given);
        return upper ? Floats.notBelow(exact) : Floats.notAbove(exact);
    }
}
