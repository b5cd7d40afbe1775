package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;

import java.util.List;

/**
 * What is known of a changing statement when its code is there.
 *
 * @param queryPlan lines of EXPLAIN QUERY PLAN
 * @param columns of RETURNING; empty without
 */
public record Emitted(List<PlanLine> queryPlan, List<ResultColumn> columns) {
    /** Of a statement that is left out. */
    static final Emitted NOTHING = new Emitted(List.of(), List.of());
}
