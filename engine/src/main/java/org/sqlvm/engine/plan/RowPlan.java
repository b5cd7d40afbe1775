package org.sqlvm.engine.plan;

import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;

import java.util.List;

/** A plan that gives rows. */
public sealed interface RowPlan permits SelectPlan, RowPlan.Values {
    List<ResultColumn> columns();

    List<PlanLine> queryPlan();

    /** VALUES: literal rows, all of one width. */
    record Values(List<List<Expr>> rows, List<ResultColumn> columns, List<PlanLine> queryPlan)
            implements RowPlan {}
}
