package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;

/** Instructions of aggregate functions. */
public final class Aggregates {
    private Aggregates() {}

    /** Returns a new accumulator. */
    public static Accumulator accumulator(FunctionCall call) {
        return ((AggregateFunction) call.function()).accumulator(call.collation());
    }

    /** Returns 0 if an accumulator has chosen its last row, else 1. */
    public static long unchosen(Accumulator accumulator) {
        return accumulator.isChosen() ? 0 : 1;
    }

    /** Returns the accumulator in a register; null if there is none. */
    public static Object held(int kind, Object object) {
        return kind == ValueKind.INTERNAL ? object : null;
    }

    /**
     * Returns a group's result; that of a new accumulator if the group has no row.
     *
     * @param held the group's accumulator, or anything else
     */
    public static Object result(Object held, FunctionCall call) {
        Accumulator accumulator = held instanceof Accumulator present ? present : accumulator(call);
        return accumulator.finish();
    }
}
