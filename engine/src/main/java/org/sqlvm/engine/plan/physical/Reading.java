package org.sqlvm.engine.plan.physical;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.physical.SelectPlan.Loop;
import org.sqlvm.engine.program.Program.LargeTable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One way to read what a block reads, with what it is guessed to cost: loops over rows, or vectors.
 *
 * @param block the block with FROM and WHERE as they are read
 * @param nested the plans of the queries in it
 * @param kept the plans of those of its sources that are queries and have a plan already
 * @param constantFilters conditions that no source takes part in
 * @param loops see {@link SelectPlan#loops}
 * @param vectors null for loops over rows
 * @param tables the tables that vectors read, if their sizes are known; empty for loops over rows
 * @param cost in the unit of the cost model
 * @param rowsCost what loops over rows are guessed to cost for the same, including the queries that
 *     are joins here
 */
public record Reading(
        Query.Block block,
        NestedPlans nested,
        NestedPlans kept,
        List<Expr> constantFilters,
        List<Loop> loops,
        SelectPlan.Vectors vectors,
        List<LargeTable> tables,
        double cost,
        double rowsCost) {
    public Reading {
        assert loops.size() == block.from().size() : loops;
        assert isEachOnce(loops, block.from()) : loops;
        assert vectors == null || vectors.inputs().size() == loops.size() : vectors;
        assert vectors != null || cost == rowsCost : cost + ", " + rowsCost;
        assert cost >= 0 : cost;
    }

    /** By loops over rows. */
    public static Reading ofRows(
            Query.Block block,
            NestedPlans nested,
            List<Expr> constantFilters,
            List<Loop> loops,
            double cost) {
        return new Reading(
                block,
                nested,
                NestedPlans.NONE,
                constantFilters,
                loops,
                null,
                List.of(),
                cost,
                cost);
    }

    /** By vectors, whose loops are scans of all inputs. */
    public static Reading ofVectors(
            Query.Block block,
            NestedPlans nested,
            NestedPlans kept,
            List<Expr> constantFilters,
            SelectPlan.Vectors vectors,
            List<LargeTable> tables,
            double cost,
            double rowsCost) {
        List<Loop> loops = new ArrayList<>();
        for (SelectPlan.VectorInput input : vectors.inputs()) {
            loops.add(new Loop(
                    input.source(), new SelectPlan.FullScan(false), false, List.of(), List.of()));
        }
        return new Reading(
                block,
                nested,
                kept,
                constantFilters,
                List.copyOf(loops),
                vectors,
                tables,
                cost,
                rowsCost);
    }

    /** Whether every table of FROM has one loop, and every loop another table. */
    private static boolean isEachOnce(List<Loop> loops, List<FromItem> from) {
        Set<Integer> sources = new HashSet<>();
        return loops.stream()
                .allMatch(loop -> loop.source() >= 0
                        && loop.source() < from.size()
                        && sources.add(loop.source()));
    }
}
