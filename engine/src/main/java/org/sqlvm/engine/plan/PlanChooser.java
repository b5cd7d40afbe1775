package org.sqlvm.engine.plan;

import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.plan.physical.Reading;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.stats.CostModel;
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
     * @param allCost if rows were taken in case a range is narrow: see {@link SelectPlan#allCost}
     */
    record Choice(Alternative taken, List<LargeTable> largeTables, double allCost) {
        Choice(Alternative taken, List<LargeTable> largeTables) {
            this(taken, largeTables, 0);
        }
    }

    /**
     * Takes rows in the place of vectors if those cost much less should a range be narrow of which
     * nothing is known. If it is not, the run goes over to vectors after it has cost as much as
     * they do; the other way round there would be no such end.
     *
     * @param narrow rows, read as is best if such ranges are narrow
     * @param share what they cost then, of what rows are guessed to cost
     * @param allCost what they cost for all rows of the table of their outermost loop
     */
    static Choice orNarrow(Choice vectors, Alternative narrow, double share, double allCost) {
        assert vectors.taken().isOnVectors() && !narrow.isOnVectors();
        Reading reading = vectors.taken().reading();
        boolean isWorthATrial =
                share * reading.rowsCost() <= CostModel.NARROW_SHARE * reading.cost();
        return isWorthATrial ? new Choice(narrow, reading.tables(), allCost) : vectors;
    }

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
