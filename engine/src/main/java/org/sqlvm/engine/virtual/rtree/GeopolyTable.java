package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.api.FunctionOverload;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.api.TableCursor;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.GeopolyFunctions;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.engine.row.geo.Polygon;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.List;
import java.util.function.Function;

/** A table {@code USING geopoly}: the tree has the bounding boxes of its polygons. */
final class GeopolyTable extends RtreeTable {
    static final String SHAPE = "_shape";
    static final int DIMENSIONS = 2;

    private static final int BY_ROWID = 1;
    private static final int OVERLAPPING = 2;
    private static final int WITHIN = 3;
    private static final int ALL = 4;

    /** The numbers of the conditions {@code geopoly_overlap} and {@code geopoly_within}. */
    private static final int OVERLAP_CONDITION = 150;

    private static final int WITHIN_CONDITION = 151;

    private static final double ROWID_COST = 30;
    private static final double TREE_COST = 300;
    private static final double TREE_ROWS = 10;
    private static final double ALL_COST = 3_000_000;
    private static final double ALL_ROWS = 100_000;

    GeopolyTable(ModuleHost host, RtreeDefinition definition, RtreeLayout layout, long rows) {
        super(host, definition, layout, rows);
    }

    // ------------------------------------------------------------------ reading

    @Override
    public FunctionOverload findFunction(String name, int argumentCount) {
        return switch (name) {
            case "geopoly_overlap" -> overload(GeopolyFunctions::overlap, OVERLAP_CONDITION);
            case "geopoly_within" -> overload(GeopolyFunctions::within, WITHIN_CONDITION);
            default -> null;
        };
    }

    private static FunctionOverload overload(Function<Object[], Object> function, int condition) {
        return new FunctionOverload(
                (arguments, result) -> {
                    Object value = function.apply(((HostArguments) arguments).values());
                    ((CallResult) result).setValue(value);
                },
                condition);
    }

    @Override
    public ScanPlan plan(ScanRequest request) {
        List<Condition> conditions = request.conditions();
        int function = -1;
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            if (condition.isEqual(-1)) {
                return ScanPlan.all()
                        .withIndex(BY_ROWID)
                        .withText("rowid")
                        .with(i, true)
                        .withCost(ROWID_COST, 1);
            }
            if (condition.column() == 0 && condition.operator() == Operator.FUNCTION) {
                function = i;
            }
        }
        if (function < 0) {
            return ScanPlan.all().withIndex(ALL).withText("fullscan").withCost(ALL_COST, ALL_ROWS);
        }
        boolean overlap = conditions.get(function).function() == OVERLAP_CONDITION;
        return ScanPlan.all()
                .withIndex(overlap ? OVERLAPPING : WITHIN)
                .withText("rtree")
                .with(function, false)
                .withCost(TREE_COST, TREE_ROWS);
    }

    @Override
    public boolean countsRows() {
        return true;
    }

    @Override
    public VirtualCursor open(CursorContext context) {
        return new PolygonCursor(this, context);
    }

    private static final class PolygonCursor extends RtreeCursor {
        PolygonCursor(GeopolyTable table, CursorContext context) {
            super(table, context.interruption());
        }

        @Override
        void begin(ScanPlan plan, Object[] arguments) {
            switch (plan.index()) {
                case BY_ROWID -> beginRowid(Casts.toLong(arguments[0]));
                case OVERLAPPING -> beginSearch(overlapping(box(arguments[0])));
                case WITHIN -> beginSearch(within(box(arguments[0])));
                default -> beginSearch(List.of());
            }
        }

        private static float[] box(Object value) {
            Polygon.Reading reading = Polygon.read(value);
            if (reading.isError()) {
                throw SqlException.error("SQL logic error");
            }
            return boxOf(reading);
        }

        private static List<RtreeConstraint> overlapping(float[] box) {
            return List.of(
                    RtreeConstraint.of(RtreeConstraint.LE, 0, box[1]),
                    RtreeConstraint.of(RtreeConstraint.GE, 1, box[0]),
                    RtreeConstraint.of(RtreeConstraint.LE, 2, box[3]),
                    RtreeConstraint.of(RtreeConstraint.GE, 3, box[2]));
        }

        private static List<RtreeConstraint> within(float[] box) {
            return List.of(
                    RtreeConstraint.of(RtreeConstraint.GE, 0, box[0]),
                    RtreeConstraint.of(RtreeConstraint.LE, 1, box[1]),
                    RtreeConstraint.of(RtreeConstraint.GE, 2, box[2]),
                    RtreeConstraint.of(RtreeConstraint.LE, 3, box[3]));
        }

        @Override
        public Object column(int column) {
            return auxiliary(column);
        }

        @Override
        public Object columnToKeep(int column) {
            return column == 0 ? TableCursor.UNCHANGED : column(column);
        }
    }

    /** The box of a polygon; one at 0 for a value that is none, as in SQLite. */
    private static float[] boxOf(Polygon.Reading reading) {
        return reading.polygon() == null
                ? new float[2 * DIMENSIONS]
                : reading.polygon().box();
    }

    /** As in SQLite, PRAGMA integrity_check leaves polygons out. */
    @Override
    public String checkIntegrity(boolean quick) {
        return null;
    }

    // ------------------------------------------------------------------ changes

    @Override
    public boolean keepsUnchanged() {
        return true;
    }

    @Override
    public long insert(Long rowid, Object[] values) {
        return put(null, rowid, values, false);
    }

    @Override
    public long replace(Long rowid, Object[] values) {
        return put(null, rowid, values, true);
    }

    @Override
    public void update(Object key, Object newKey, Object[] values) {
        put(key(key), key(newKey), values, false);
    }

    @Override
    public void updateReplacing(Object key, Object newKey, Object[] values) {
        put(key(key), key(newKey), values, true);
    }

    private long put(Long before, Long rowid, Object[] values, boolean replaces) {
        long[] stored = new long[1];
        changing(() -> stored[0] = store(before, rowid, values, replaces));
        return stored[0];
    }

    /**
     * Stores a row.
     *
     * @param before the rowid of the row that it replaces; null for a new one
     * @param rowid null if it is to be chosen
     */
    private long store(Long before, Long rowid, Object[] values, boolean replaces) {
        boolean unchanged = values[0] == TableCursor.UNCHANGED;
        long stored = rowid == null ? 0 : rowid;
        if (before == null || !unchanged || before != stored) {
            Object shape = unchanged || values[0] == null ? SqlNull.NULL : values[0];
            Polygon.Reading reading = Polygon.read(shape);
            if (reading.isError()) {
                throw new SqlException(ResultCode.ERROR, "_shape does not contain a valid polygon");
            }
            if (rowid != null && (before == null || before != stored)) {
                claim(stored, replaces);
            }
            if (before != null) {
                change().delete(before);
            }
            RtreeCell cell = new RtreeCell(2 * DIMENSIONS);
            float[] box = boxOf(reading);
            for (int i = 0; i < box.length; i++) {
                cell.box[i] = box[i];
            }
            cell.number = rowid == null ? store().newRowid() : rowid;
            change().insert(cell);
            stored = cell.number;
        }
        store().setAuxiliary(stored, auxiliary(values));
        return stored;
    }

    /** Returns the stored columns: a polygon in JSON becomes a blob, a value kept is null. */
    private static Object[] auxiliary(Object[] values) {
        Object[] stored = values.clone();
        if (values[0] == TableCursor.UNCHANGED || isNull(values[0])) {
            stored[0] = null;
        } else if (values[0] instanceof Text) {
            Polygon polygon = Polygon.of(values[0]);
            stored[0] = polygon == null ? values[0] : polygon.toBlob();
        }
        for (int i = 1; i < stored.length; i++) {
            stored[i] = stored[i] == null ? SqlNull.NULL : stored[i];
        }
        return stored;
    }
}
