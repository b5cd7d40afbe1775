package org.sqlvm.engine.plan.physical;

import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Query.ColumnOrder;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;
import org.sqlvm.engine.sql.tree.SharedRows;

import java.util.List;

/** A plan that gives rows. */
public sealed interface RowPlan
        permits SelectPlan, RowPlan.Values, RowPlan.Compound, RowPlan.Sorted, RowPlan.Recursive {
    List<ResultColumn> columns();

    /** The plans of the queries in its expressions. */
    NestedPlans nested();

    List<PlanLine> queryPlan();

    /** Whether it reads the table with this root page. */
    boolean reads(int rootPage);

    /**
     * VALUES: literal rows, all of one width.
     *
     * @param shared null but for rows that the program reads as it runs; then {@code rows} is one
     *     that stands for them
     */
    record Values(
            List<List<Expr>> rows,
            SharedRows shared,
            List<ResultColumn> columns,
            NestedPlans nested,
            List<PlanLine> queryPlan)
            implements RowPlan {
        /** Whether there is one row, and never more. */
        public boolean isSingle() {
            return shared == null && rows.size() == 1;
        }

        @Override
        public boolean reads(int rootPage) {
            return Plans.nested(this).stream().anyMatch(plan -> plan.reads(rootPage));
        }
    }

    /**
     * Two queries put together.
     *
     * @param fields how rows are compared
     */
    public record Compound(
            RowPlan left,
            CompoundOperator operator,
            RowPlan right,
            List<KeyField> fields,
            List<ResultColumn> columns,
            List<PlanLine> queryPlan)
            implements RowPlan {
        @Override
        public NestedPlans nested() {
            return NestedPlans.NONE;
        }

        @Override
        public boolean reads(int rootPage) {
            return left.reads(rootPage) || right.reads(rootPage);
        }
    }

    /** A compound sorted and cut. */
    record Sorted(
            RowPlan body,
            List<ColumnOrder> order,
            Expr limit,
            Expr offset,
            NestedPlans nested,
            List<PlanLine> queryPlan)
            implements RowPlan {
        @Override
        public List<ResultColumn> columns() {
            return body.columns();
        }

        @Override
        public boolean reads(int rootPage) {
            return body.reads(rootPage);
        }
    }

    /** A recursive common table expression: see {@link Query.Recursive}. */
    record Recursive(
            int working,
            RowPlan initial,
            boolean distinct,
            List<RowPlan> steps,
            List<KeyField> fields,
            List<ColumnOrder> order,
            Expr limit,
            Expr offset,
            List<ResultColumn> columns,
            NestedPlans nested,
            List<PlanLine> queryPlan)
            implements RowPlan {
        @Override
        public boolean reads(int rootPage) {
            return initial.reads(rootPage) || steps.stream().anyMatch(step -> step.reads(rootPage));
        }
    }
}
