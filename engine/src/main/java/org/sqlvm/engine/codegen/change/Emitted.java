package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;

import java.util.List;

/**
 * The result of emitting a statement that changes rows.
 *
 * @param queryPlan the lines of EXPLAIN QUERY PLAN
 * @param columns the columns of RETURNING; empty without RETURNING
 */
public record Emitted(List<PlanLine> queryPlan, List<ResultColumn> columns) {
    /** The result of a statement that emits no code. */
    static final Emitted NOTHING = new Emitted(List.of(), List.of());
}
