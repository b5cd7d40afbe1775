package org.sqlvm.engine.plan;

import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.plan.physical.Reading;
import org.sqlvm.engine.program.Program.LargeTable;

import java.util.List;

/** Takes one of the alternatives of a block. */
final class PlanChooser {
    private PlanChooser() {}

    /**
     * What is taken.
     *
     * @param largeTables if rows were taken because they are guessed to cost less: the tables that
     *     vectors would read, in case the guess is wrong; else empty
     */
    record Choice(Alternative taken, List<LargeTable> largeTables) {}

    /**
     * Takes vectors wherever they are allowed, but for {@link VectorUse#AUTO} only if they are not
     * guessed to cost more than rows.
     *
     * @param vectors null if vectors cannot compute the block, or its tables are not large enough
     */
    static Choice choose(Alternative rows, Alternative vectors, VectorUse use) {
        assert !rows.isOnVectors() && (vectors == null || vectors.isOnVectors());
        if (vectors == null || use == VectorUse.NEVER) {
            return new Choice(rows, List.of());
        }
        Reading reading = vectors.reading();
        boolean cheaper = reading.cost() <= reading.rowsCost();
        return use == VectorUse.AUTO && !cheaper
                ? new Choice(rows, reading.tables())
                : new Choice(vectors, List.of());
    }
}
