package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan.Access;

import java.util.List;

/**
 * A way to find the rows of a source, once the sources before it are known.
 *
 * @param used the terms that the access expresses, so that they need not be tested again
 * @param rows how many rows it gives per run, as far as can be guessed
 * @param cost of a run, in nanoseconds
 * @param setup cost of what is done once, before the first run, in nanoseconds
 */
record AccessPath(Access access, List<Term> used, double rows, double cost, double setup) {
    AccessPath {
        assert rows >= 0 : rows;
        assert cost >= 0 : cost;
        assert setup >= 0 : setup;
    }

    AccessPath(Access access, List<Term> used, double rows, double cost) {
        this(access, used, rows, cost, 0);
    }
}
