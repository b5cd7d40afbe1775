package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.engine.virtual.pragma.Pragma;

import java.util.ArrayList;
import java.util.List;

/** {@code pragma_X('argument')}: the rows of a PRAGMA (sqlite.org/pragma.html#pragfunc). */
public record PragmaTable(Pragma pragma) implements EngineTable {
    /** The plan of the statement PRAGMA, which gives argument and database, or NULL. */
    public static final ScanPlan STATEMENT = ScanPlan.all().withIndex(1);

    /** SQLite's guess for a PRAGMA that is told what it is asked for. */
    private static final double KNOWN_ROWS = 20;
    /** Without its argument it is to be the last in a join. */
    private static final double UNKNOWN_COST = Integer.MAX_VALUE;

    private static final String ARGUMENT = "arg";
    private static final String DATABASE = "schema";

    @Override
    public String declaration() {
        return Declarations.text(pragma.columns(), hidden());
    }

    private List<String> hidden() {
        List<String> hidden = new ArrayList<>();
        if (pragma.takesArgument()) {
            hidden.add(ARGUMENT);
        }
        if (pragma.takesDatabase()) {
            hidden.add(DATABASE);
        }
        return hidden;
    }

    /** The cursor gets the hidden columns' values, as many as are known; the first must be. */
    @Override
    public ScanPlan plan(ScanRequest request) {
        ScanPlan plan = ScanPlan.all();
        for (int i = 0; i < hidden().size(); i++) {
            int known = request.find(pragma.columns().size() + i, Operator.EQ);
            if (known < 0) {
                break;
            }
            plan = plan.with(known, true);
        }
        boolean told = hidden().isEmpty() || !plan.arguments().isEmpty();
        double rows = told ? KNOWN_ROWS : UNKNOWN_COST;
        return plan.withCost(rows, rows);
    }

    @Override
    public VirtualCursor open(CursorContext context) {
        return new PragmaCursor(pragma, context);
    }
}
