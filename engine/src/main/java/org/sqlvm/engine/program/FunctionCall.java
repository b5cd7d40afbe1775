package org.sqlvm.engine.program;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.SqlFunction;

/**
 * P4 of Function, AggStep and AggFinal: a function with the properties of one call.
 *
 * @param collation the collation the arguments compare with (min, max, nullif); never null
 * @param distinct whether an aggregate ignores repeated arguments; instructions before AggStep
 *     filter them, so this only names it for EXPLAIN
 */
public record FunctionCall(
        SqlFunction function, int argumentCount, Collation collation, boolean distinct) {
    /** Whether the collation matters. */
    public boolean compares() {
        return function.is(FunctionFact.COMPARES);
    }
}
