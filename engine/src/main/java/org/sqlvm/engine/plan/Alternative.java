package org.sqlvm.engine.plan;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.physical.Reading;
import org.sqlvm.engine.plan.physical.SelectPlan.Distinct;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;

import java.util.List;

/**
 * One way to run a block: how its tables are read, and the stages behind that as they have to be
 * when the tables are read so. No alternative is made by changing another.
 *
 * @param values of the result, above the grouping
 * @param grouping null without
 * @param extreme the grouping is a minimum or maximum of all rows
 * @param order what is left to be sorted, above the grouping
 * @param sorted the number of first keys of {@code order} that the rows are sorted by already
 */
record Alternative(
        Reading reading,
        List<Expr> values,
        Grouping grouping,
        boolean extreme,
        Distinct distinct,
        List<SortKey> order,
        int sorted) {
    Alternative {
        assert sorted <= order.size() : sorted + " of " + order;
        assert !extreme || grouping.keys().isEmpty() : grouping;
        assert reading.vectors() == null || sorted == 0 : sorted;
        assert (grouping != null) == reading.block().grouped() : grouping;
        assert grouping == null || !grouping.countShortcut() || reading.vectors() == null
                : grouping;
    }

    boolean isOnVectors() {
        return reading.vectors() != null;
    }
}
