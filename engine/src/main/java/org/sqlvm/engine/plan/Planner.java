package org.sqlvm.engine.plan;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Select;

import java.util.ArrayList;
import java.util.List;

/** A SELECT's tree to its physical plan. */
public final class Planner {
    private Planner() {}

    /**
     * The plan of {@code tree}.
     *
     * @param sql the text that the tree's spans are in: result columns are named after it
     * @throws SqlException for names that mean nothing, and for what cannot run yet
     */
    public static RowPlan plan(Select tree, String sql, Schema schema, PlanOptions options) {
        int position = tree.span().start();
        if (tree.with() != null) {
            throw SqlException.notSupported("WITH", position);
        }
        return switch (tree.body()) {
            case Select.Compound compound ->
                throw SqlException.notSupported(
                        "compound SELECT", compound.span().start());
            case Select.Values values -> values(values, options);
            case Select.Core core -> new QueryPlanner(sql, schema, options).plan(tree, core);
        };
    }

    private static RowPlan values(Select.Values tree, PlanOptions options) {
        Resolver resolver = new Resolver(options.encoding());
        List<List<Expr>> rows = new ArrayList<>();
        Scope scope = Scope.EMPTY.withAggregates(Scope.Aggregates.MISPLACED);
        int width = tree.rows().get(0).size();
        for (List<Expression> row : tree.rows()) {
            if (row.size() != width) {
                throw SqlException.error("all VALUES must have the same number of terms");
            }
            List<Expr> values = new ArrayList<>();
            row.forEach(expression -> values.add(resolver.resolve(expression, scope)));
            rows.add(List.copyOf(values));
        }
        List<ResultColumn> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            columns.add(new ResultColumn("column" + (i + 1), null, null, null, null));
        }
        String detail = rows.size() == 1
                ? "SCAN CONSTANT ROW"
                : "SCAN " + rows.size() + "-ROW VALUES CLAUSE";
        return new RowPlan.Values(
                List.copyOf(rows), List.copyOf(columns), List.of(new PlanLine(1, 0, detail)));
    }
}
