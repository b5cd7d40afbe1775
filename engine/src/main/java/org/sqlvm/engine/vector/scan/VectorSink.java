package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.expression.VectorRegisters;

/** The end of a pipeline: consumes the rows that have passed all stages. */
public sealed interface VectorSink
        permits QuerySink,
                GroupOutput,
                RowSegments.Segment,
                JoinBuild,
                JoinBuild.Segment,
                KeySearch.Collector {
    /** Begins a partition. */
    void enter(VectorRegisters registers, int vectorRows);

    /**
     * Consumes the selected rows.
     *
     * @return false if there is no memory for them; some may have been consumed, and the sink is of
     *     no use any more
     */
    boolean consume(VectorRegisters registers);

    /** Whether the rows of an error come again, behind those before: then it is not yet told. */
    default boolean isTentative() {
        return false;
    }
}
