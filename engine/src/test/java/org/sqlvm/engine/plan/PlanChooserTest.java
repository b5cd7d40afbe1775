package org.sqlvm.engine.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.Reading;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Distinct;
import org.sqlvm.engine.program.Program.LargeTable;

import java.util.List;

/** Which alternative of a block is taken. */
final class PlanChooserTest {
    private static final Query.Block BLOCK =
            Query.Block.of(List.of(), null, List.of(new Expr.Constant(1L)), List.of());

    private static final List<LargeTable> TABLES = List.of(new LargeTable(0, 2, 1_000_000));

    private static final Alternative ROWS =
            alternative(Reading.ofRows(BLOCK, NestedPlans.NONE, List.of(), List.of(), 50));

    @Test
    void rowsAreTakenIfVectorsCannotReadTheBlock() {
        for (VectorUse use : VectorUse.values()) {
            assertTaken(ROWS, List.of(), null, use);
        }
    }

    @Test
    void vectorsAreTakenIfTheyCostNoMore() {
        Alternative cheaper = vectors(40, 50);
        assertTaken(cheaper, List.of(), cheaper, VectorUse.AUTO);
        Alternative same = vectors(50, 50);
        assertTaken(same, List.of(), same, VectorUse.AUTO);
    }

    @Test
    void rowsThatCostLessNameTheTablesOfVectors() {
        assertTaken(ROWS, TABLES, vectors(60, 50), VectorUse.AUTO);
    }

    @Test
    void costsDecideForAutoAlone() {
        Alternative dearer = vectors(60, 50);
        assertTaken(dearer, List.of(), dearer, VectorUse.LARGE);
        assertTaken(dearer, List.of(), dearer, VectorUse.ALWAYS);
        assertTaken(ROWS, List.of(), vectors(1, 50), VectorUse.NEVER);
    }

    @Test
    void theCostOfRowsIsThatOfTheSameWork() {
        // Queries that are joins on vectors count for rows, too: the loops alone cost 50.
        Alternative withQueries = vectors(60, 70);
        assertTaken(withQueries, List.of(), withQueries, VectorUse.AUTO);
    }

    @Test
    void rowsAreTriedIfTheyCostMuchLessShouldARangeBeNarrow() {
        PlanChooser.Choice onVectors = new PlanChooser.Choice(vectors(40, 80), List.of());
        PlanChooser.Choice tried = PlanChooser.orNarrow(onVectors, ROWS, 10 / 80.0, 7);
        assertSame(ROWS, tried.taken());
        assertEquals(TABLES, tried.largeTables());
        assertEquals(7, tried.allCost());
        assertSame(onVectors, PlanChooser.orNarrow(onVectors, ROWS, 11 / 80.0, 7));
        PlanChooser.Choice ofOneTable =
                new PlanChooser.Choice(vectors(40, Double.POSITIVE_INFINITY), List.of());
        assertSame(ofOneTable, PlanChooser.orNarrow(ofOneTable, ROWS, 0, 7));
    }

    @Test
    void alternativesAreNotMixedUp() {
        Alternative vectors = vectors(1, 2);
        assertThrows(AssertionError.class, () -> PlanChooser.choose(vectors, null, VectorUse.AUTO));
        assertThrows(AssertionError.class, () -> PlanChooser.choose(ROWS, ROWS, VectorUse.AUTO));
    }

    private static void assertTaken(
            Alternative expected, List<LargeTable> tables, Alternative vectors, VectorUse use) {
        PlanChooser.Choice choice = PlanChooser.choose(ROWS, vectors, use);
        assertSame(expected, choice.taken());
        assertEquals(tables, choice.largeTables());
    }

    private static Alternative vectors(double cost, double rowsCost) {
        SelectPlan.Vectors vectors = new SelectPlan.Vectors(List.of(), List.of(), List.of(), null);
        return alternative(Reading.ofVectors(
                BLOCK,
                NestedPlans.NONE,
                NestedPlans.NONE,
                List.of(),
                vectors,
                TABLES,
                cost,
                rowsCost));
    }

    private static Alternative alternative(Reading reading) {
        return new Alternative(reading, BLOCK.values(), null, false, Distinct.NONE, List.of(), 0);
    }
}
