package org.sqlvm.engine.plan.access;

import org.sqlvm.api.ScanRequest.SortColumn;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Access;
import org.sqlvm.engine.virtual.VirtualTable;

import java.util.List;

/**
 * A way to find the rows of a source, once the sources before it are known.
 *
 * @param used the terms that the access expresses, so that they need not be tested again
 * @param rows how many rows it gives per run, as far as can be guessed
 * @param cost of a run, in nanoseconds
 * @param setup cost of what is done once, before the first run, in nanoseconds
 * @param sorting how a virtual table is asked for an order; null for any other access
 */
record AccessPath(
        Access access, List<Term> used, double rows, double cost, double setup, Sorting sorting) {
    /** Asks a virtual table for its rows in an order. */
    interface Sorting {
        /**
         * The path that gives the order, or null.
         *
         * @param grouped rows that agree in the columns need only be neighbours
         */
        Sorted in(List<SortColumn> order, boolean grouped);
    }

    /** @param unique no two rows have the same value in the first column of the order */
    record Sorted(AccessPath path, boolean unique) {}

    AccessPath {
        assert rows >= 0 : rows;
        assert cost >= 0 : cost;
        assert setup >= 0 : setup;
    }

    /** Whether it is a virtual table that cannot be read with the conditions that are known. */
    boolean isImpossible() {
        return access instanceof SelectPlan.VirtualScan && VirtualTable.isImpossible(cost);
    }

    AccessPath(Access access, List<Term> used, double rows, double cost) {
        this(access, used, rows, cost, 0);
    }

    AccessPath(Access access, List<Term> used, double rows, double cost, double setup) {
        this(access, used, rows, cost, setup, null);
    }
}
