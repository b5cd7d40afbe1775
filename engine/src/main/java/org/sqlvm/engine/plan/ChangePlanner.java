package org.sqlvm.engine.plan;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Numbering;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.resolve.CommonTables;
import org.sqlvm.engine.plan.resolve.PlanContext;
import org.sqlvm.engine.plan.resolve.QueryResolver;
import org.sqlvm.engine.plan.resolve.Resolver;
import org.sqlvm.engine.plan.resolve.ResultColumns;
import org.sqlvm.engine.plan.resolve.Scope;
import org.sqlvm.engine.plan.resolve.TriggerRow;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The queries and expressions of a statement that changes rows. They are planned one by one, but
 * their sources have numbers of one statement.
 */
public final class ChangePlanner {
    private final Schema schema;
    private final String sql;
    private final PlanOptions options;
    private final Numbering numbering = new Numbering();
    private final TriggerRow row;
    private final CommonTables tables;

    /** Of the expressions so far. */
    private NestedPlans plans = NestedPlans.NONE;

    /**
     * @param sql the text that the statement's spans are in
     * @param row what OLD and NEW mean; null outside of triggers
     * @param with the common tables before the statement, or null
     */
    public ChangePlanner(
            Schema schema, String sql, PlanOptions options, TriggerRow row, Select.With with) {
        this.schema = schema;
        this.sql = sql;
        this.options = options;
        this.row = row;
        this.tables = CommonTables.of(with);
    }

    /** Has the RETURNING of a statement see the rows of common tables that the statement keeps. */
    public void shareWithReturning(Statement tree) {
        tables.shareWithReturning(tree, schema.preparation().registered());
    }

    private PlanContext context() {
        return PlanContext.of(schema, options, numbering, row);
    }

    /** The plan of a query of the statement; it sees the common tables, too. */
    public RowPlan query(Select tree) {
        PlanContext context = PlanContext.of(schema, options.withoutVectorRows(), numbering, row);
        Query query = new QueryResolver(context, sql).with(tables).resolve(tree);
        return Planner.plan(query, context);
    }

    /** The plan of what an INSERT takes its rows from. */
    public RowPlan inserted(Select tree) {
        PlanContext context = PlanContext.of(schema, options.withoutVectorRows(), numbering, row);
        Query query = new QueryResolver(context, sql).with(tables).inserted(tree);
        return Planner.plan(query, context);
    }

    /** A table as expressions name it, which are evaluated row by row. */
    public Source source(Table table, String name, boolean aliased) {
        return Source.of(numbering.source(), table, name, aliased, Relation.Stored.TABLE);
    }

    /** The row that a statement has changed, as RETURNING names it. */
    public Source changed(Table table) {
        return Source.of(numbering.source(), table, table.name(), false, Relation.Stored.CHANGED);
    }

    /** A row beside others, whose columns are named with its name alone: {@code excluded}. */
    public Source qualified(Table table, String name) {
        Set<String> hidden = new HashSet<>(Set.of("rowid", "oid", "_rowid_"));
        table.columns().forEach(column -> hidden.add(column.name()));
        return source(table, name, true).with(Source.Joined.by(JoinKind.INNER, hidden));
    }

    /** What is visible where these rows are. */
    public Scope scope(List<Source> sources) {
        return new Scope(
                List.copyOf(sources), List.of(), Scope.Aggregates.FORBIDDEN, null, null, row);
    }

    /** An expression over {@code scope}, its queries planned. */
    public Expr expression(Expression tree, Scope scope) {
        return expression(tree, scope, options.withoutMemo());
    }

    private Expr expression(Expression tree, Scope scope, PlanOptions wanted) {
        PlanContext context = PlanContext.of(schema, wanted, numbering, row);
        return planned(resolver(context).resolve(tree, scope), context);
    }

    private Expr planned(Expr resolved, PlanContext context) {
        NestedPlans.Builder all = new NestedPlans.Builder(plans);
        Expr planned = Planner.planned(resolved, context, all);
        plans = all.build();
        return planned;
    }

    /** The plans of the queries in the expressions that have been asked for. */
    public NestedPlans plans() {
        return plans;
    }

    /**
     * An expression that is evaluated for one row after the other, while rows change: what its
     * queries read for a row is as it is then.
     *
     * @param changed the root page of the table whose rows change; 0 if any may
     */
    public Expr expression(Expression tree, Scope scope, int changed) {
        Expr planned = expression(tree, scope);
        boolean[] reads = {false};
        Exprs.walk(planned, part -> {
            Expr.Nested nested = Exprs.nested(part);
            reads[0] |= nested != null && reads(nested, changed);
        });
        return reads[0] ? expression(tree, scope, options.withoutHashing()) : planned;
    }

    private boolean reads(Expr.Nested nested, int changed) {
        return nested.isCorrelated() && (changed == 0 || plans.of(nested).reads(changed));
    }

    /** A query over the rows of {@code scope}, evaluated as {@link #expression} says. */
    public Expr.Nested nested(Select tree, Scope scope, int changed) {
        PlanContext context = PlanContext.of(schema, options.withoutMemo(), numbering, row);
        Expr.Nested nested = nested(tree, scope, context);
        return reads(nested, changed) ? fresh(tree, scope) : nested;
    }

    /** A query over the rows of {@code scope}, which sees each change made between its runs. */
    public Expr.Nested fresh(Select tree, Scope scope) {
        PlanOptions fresh = options.withoutHashing();
        return nested(tree, scope, PlanContext.of(schema, fresh, numbering, row));
    }

    private Expr.Nested nested(Select tree, Scope scope, PlanContext context) {
        Expr.Nested nested = new QueryResolver(context, sql).with(tables).nested(tree, scope);
        NestedPlans.Builder all = new NestedPlans.Builder(plans);
        all.add(nested.query(), Planner.plan(nested, context));
        plans = all.build();
        return nested;
    }

    /** The columns of RETURNING. */
    public Returned returning(List<ResultColumn> tree, Scope scope) {
        PlanContext context = context();
        ResultColumns columns = new ResultColumns(sql, resolver(context), scope);
        columns.add(tree);
        List<Expr> values = Exprs.mapAll(columns.values(), value -> planned(value, context));
        return new Returned(values, ResultColumns.shown(columns.columns()), plans);
    }

    /**
     * Values with the names that the statement's caller sees.
     *
     * @param plans of the queries in the values
     */
    public record Returned(
            List<Expr> values, List<Program.ResultColumn> columns, NestedPlans plans) {}

    private Resolver resolver(PlanContext context) {
        return new QueryResolver(context, sql).with(tables).resolver();
    }
}
