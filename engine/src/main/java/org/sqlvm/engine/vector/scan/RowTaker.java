package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.expression.VectorRegisters;

/** Who takes the rows that have passed. */
public sealed interface RowTaker
        permits QueryTaker,
                GroupOutput,
                RowSegments.Segment,
                JoinBuild,
                JoinBuild.Segment,
                KeySearch.Taker {
    /** A partition begins. */
    void enter(VectorRegisters registers, int vectorRows);

    /**
     * Takes the rows at hand.
     *
     * @return false if there is no memory for them; it has taken some perhaps, and is of no use
     */
    boolean take(VectorRegisters registers);
}
