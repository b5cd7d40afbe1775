package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.access.LoopPlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Numbering;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.RowUse;
import org.sqlvm.engine.plan.logical.SharedQuery;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.PlanLines;
import org.sqlvm.engine.plan.physical.QueryPlanText;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.resolve.DerivedTable;
import org.sqlvm.engine.plan.resolve.PlanContext;
import org.sqlvm.engine.plan.resolve.QueryResolver;
import org.sqlvm.engine.plan.resolve.ResultColumns;
import org.sqlvm.engine.plan.rewrite.IndexedExpressionRule;
import org.sqlvm.engine.plan.rewrite.RewriteContext;
import org.sqlvm.engine.plan.rewrite.Rewriter;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;
import org.sqlvm.engine.sql.tree.SharedRows;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A query's tree to its physical plan: resolved, rewritten by rules, then planned. */
public final class Planner implements RewriteContext {
    private static final Expr ONE = new Expr.Constant(1L);

    private final PlanOptions options;
    private final Sizes sizes;
    private final Numbering numbering;
    /** The plans of queries that several places share. */
    private final Map<SharedQuery, RowPlan> shared = new IdentityHashMap<>();

    /** Rules look into queries that are planned later: without this each level doubles the time. */
    private final Map<Query.Block, Query.Block> rewritten = new IdentityHashMap<>();

    private Planner(PlanContext context) {
        this.options = context.options();
        this.sizes = new Sizes(context.schema(), context.options());
        this.numbering = context.numbering();
    }

    @Override
    public Sizes sizes() {
        return sizes;
    }

    @Override
    public PlanOptions options() {
        return options;
    }

    @Override
    public Numbering numbering() {
        return numbering;
    }

    /**
     * The plan of {@code tree}.
     *
     * @param sql the text that the tree's spans are in: result columns are named after it
     * @throws SqlException for names that mean nothing, and for what cannot run yet
     */
    public static RowPlan plan(Select tree, String sql, Schema schema, PlanOptions options) {
        PlanContext context = PlanContext.of(schema, options);
        return plan(new QueryResolver(context, sql).resolve(tree), context);
    }

    /** The plan of a query of a statement. */
    static RowPlan plan(Query query, PlanContext context) {
        if (context.options().isOn(Rule.SHARE)) {
            SharedQuery.mark(query);
        }
        Planner planner = new Planner(context);
        return query instanceof Query.Block block
                ? planner.block(block, true, RowUse.GIVEN, null)
                : planner.plan(query);
    }

    /** An expression of a statement; the plans of its queries go to {@code into}. */
    static Expr planned(Expr expression, PlanContext context, NestedPlans.Builder into) {
        return new Planner(context).planned(expression, into);
    }

    /** The plan of a query in a statement's expression, whose rows are asked for one by one. */
    static RowPlan plan(Expr.Nested nested, PlanContext context) {
        return new Planner(context).plan(nested.query(), RowUse.FIRST, ONE);
    }

    /**
     * The table, view or virtual table called {@code name} with its columns, as a query sees it;
     * null if there is none.
     *
     * @throws SqlException for a view that cannot be used
     */
    public static Table describe(String name, Schema schema, PlanOptions options) {
        return QueryResolver.describe(name, schema, options);
    }

    /**
     * The rows of a query as a table.
     *
     * @param sql the text that the tree's spans are in
     * @throws SqlException as {@link #plan}
     */
    public static Table describe(
            Select tree, String sql, String name, Schema schema, PlanOptions options) {
        Query query = new QueryResolver(PlanContext.of(schema, options), sql).resolve(tree);
        List<Name> names = query.columns().stream()
                .map(column ->
                        new Name(ResultColumns.nameInTable(column), Name.Quote.DOUBLE, tree.span()))
                .toList();
        return DerivedTable.ofWritten(name, names, query, Collation.binary(options.encoding()));
    }

    /** The columns of a plan's result as the caller of the statement sees them. */
    public static List<ResultColumn> shownColumns(RowPlan plan) {
        return ResultColumns.shown(plan.columns());
    }

    /**
     * Returns the plan of a query in FROM; one for all places that share it.
     *
     * @param wanted how many of its rows are read at most; null for all
     */
    RowPlan plan(Relation.Derived derived, Expr wanted) {
        return derived.isShared()
                ? shared.get(derived.shared())
                : plan(derived.query(), RowUse.GIVEN, wanted);
    }

    /** Plans a shared query, unless it has been planned for another place: then false. */
    boolean planShared(Relation.Derived derived) {
        if (shared.containsKey(derived.shared())) {
            return false;
        }
        shared.put(derived.shared(), plan(derived.query()));
        return true;
    }

    RowPlan plan(Query query) {
        return plan(query, RowUse.GIVEN, null);
    }

    /** @param wanted how many rows are read at most; null for all */
    private RowPlan plan(Query query, RowUse use, Expr wanted) {
        return switch (query) {
            case Query.Block block -> block(block, false, use, wanted);
            case Query.Values values -> values(values);
            case Query.Compound compound -> compound(compound, use, wanted);
            case Query.Sorted sorted -> sorted(sorted);
            case Query.Recursive recursive -> recursive(recursive);
        };
    }

    /**
     * The plan of a block.
     *
     * @param ordered its groups are to come in the order of their keys
     * @param wanted how many rows are read at most; null for all
     */
    private SelectPlan block(Query.Block block, boolean ordered, RowUse use, Expr wanted) {
        return new QueryPlanner(this, options, ordered, use, wanted).plan(rewritten(block));
    }

    /** What the rules make of a query's own block; queries inside it come when they are planned. */
    @Override
    public Query.Block rewritten(Query.Block block) {
        Query.Block known = rewritten.get(block);
        if (known == null) {
            known = Rewriter.rewrite(block, this);
            rewritten.put(block, known);
        }
        return known;
    }

    @Override
    public LoopPlanner loops(Query.Block block) {
        Query.Block indexed = options.isOn(Rule.INDEXED_EXPRESSIONS)
                ? IndexedExpressionRule.apply(block, sizes.preparation())
                : block;
        return LoopPlanner.unlimited(indexed, sizes, options.encoding());
    }

    /**
     * {@code expression} with every query in it as it is planned; null if it is null.
     *
     * @param into takes the plans of queries that it does not have yet
     */
    Expr planned(Expr expression, NestedPlans.Builder into) {
        if (expression == null || Exprs.isLeaf(expression)) {
            return expression;
        }
        Expr changed = Exprs.mapChildren(expression, child -> planned(child, into));
        switch (changed) {
            case Expr.ScalarQuery scalar -> {
                if (!into.has(scalar.nested().query())) {
                    into.add(
                            scalar.nested().query(), planInOrder(scalar.nested().query()));
                }
            }
            case Expr.Exists exists -> {
                if (!into.has(exists.nested().query())) {
                    Expr.Nested nested = withoutValues(exists.nested());
                    into.add(nested.query(), plan(nested.query(), RowUse.FIRST, ONE));
                    return new Expr.Exists(nested);
                }
            }
            case Expr.InQuery in -> {
                if (!into.has(in.nested().query())) {
                    into.add(in.nested().query(), plan(in.nested().query(), RowUse.KEPT, null));
                }
            }
            default -> {}
        }
        return changed;
    }

    /** EXISTS asks for rows and never for what is in them: SQLite does not compute that, either. */
    private static Expr.Nested withoutValues(Expr.Nested nested) {
        boolean plain = nested.query() instanceof Query.Block block
                && !block.grouped()
                && !block.distinct()
                && block.values().stream().noneMatch(Exprs::hasWindow);
        return plain ? nested.withQuery(((Query.Block) nested.query()).withoutValues()) : nested;
    }

    /** The first row of a query with groups must be SQLite's, which has the least key. */
    private RowPlan planInOrder(Query query) {
        return query instanceof Query.Block block
                ? block(block, true, RowUse.FIRST, ONE)
                : plan(query, RowUse.FIRST, ONE);
    }

    private RowPlan values(Query.Values query) {
        List<List<Expr>> rows = new ArrayList<>();
        List<Expr> all = new ArrayList<>();
        NestedPlans.Builder nested = new NestedPlans.Builder(NestedPlans.NONE);
        for (List<Expr> row : query.rows()) {
            rows.add(Exprs.mapAll(row, value -> planned(value, nested)));
            all.addAll(rows.get(rows.size() - 1));
        }
        PlanLines lines = new PlanLines();
        SharedRows shared = query.shared();
        int count = shared == null ? rows.size() : shared.exampleCount();
        lines.add(0, count == 1 ? "SCAN CONSTANT ROW" : "SCAN " + count + "-ROW VALUES CLAUSE");
        NestedPlans plans = nested.build();
        QueryPlanText.addQueries(lines, all, plans);
        return new RowPlan.Values(List.copyOf(rows), shared, query.columns(), plans, lines.lines());
    }

    private RowPlan compound(Query.Compound query, RowUse use, Expr wanted) {
        boolean plain = query.operator() == CompoundOperator.UNION_ALL;
        Expr each = plain ? wanted : null;
        RowPlan left = plan(query.left(), use, each);
        RowPlan right = plan(query.right(), use, each);
        PlanLines lines = new PlanLines();
        int top;
        if (left instanceof RowPlan.Compound) {
            lines.addAll(0, left.queryPlan());
            top = 1;
        } else {
            top = lines.add(0, "COMPOUND QUERY");
            lines.addAll(lines.add(top, "LEFT-MOST SUBQUERY"), left.queryPlan());
        }
        String operator = query.operator().name().replace('_', ' ');
        int own = lines.add(top, plain ? operator : operator + " USING TEMP B-TREE");
        lines.addAll(own, right.queryPlan());
        return new RowPlan.Compound(
                left, query.operator(), right, fields(query), query.columns(), lines.lines());
    }

    private List<KeyField> fields(Query query) {
        List<KeyField> fields = new ArrayList<>();
        for (Query.Type type : query.types()) {
            Collation collation = type.collation() == null
                    ? Collation.binary(options.encoding())
                    : type.collation();
            fields.add(new KeyField(collation, false, false));
        }
        return List.copyOf(fields);
    }

    private RowPlan sorted(Query.Sorted query) {
        boolean counts = query.order().isEmpty() && query.offset() == null;
        RowPlan body = plan(query.body(), RowUse.GIVEN, counts ? query.limit() : null);
        PlanLines lines = new PlanLines();
        lines.addAll(0, body.queryPlan());
        if (!query.order().isEmpty()) {
            lines.add(0, "USE TEMP B-TREE FOR ORDER BY");
        }
        NestedPlans.Builder nested = new NestedPlans.Builder(NestedPlans.NONE);
        Expr limit = planned(query.limit(), nested);
        Expr offset = planned(query.offset(), nested);
        return new RowPlan.Sorted(
                body, query.order(), limit, offset, nested.build(), lines.lines());
    }

    private RowPlan recursive(Query.Recursive query) {
        RowPlan initial = plan(query.initial());
        PlanLines lines = new PlanLines();
        lines.addAll(lines.add(0, "SETUP"), initial.queryPlan());
        List<RowPlan> steps = new ArrayList<>();
        for (Query step : query.steps()) {
            RowPlan plan = plan(step);
            steps.add(plan);
            List<PlanLine> own = plan.queryPlan();
            lines.addAll(lines.add(0, "RECURSIVE STEP"), own);
        }
        NestedPlans.Builder nested = new NestedPlans.Builder(NestedPlans.NONE);
        Expr limit = planned(query.limit(), nested);
        Expr offset = planned(query.offset(), nested);
        return new RowPlan.Recursive(
                query.working(),
                initial,
                query.distinct(),
                List.copyOf(steps),
                fields(query),
                query.order(),
                limit,
                offset,
                query.columns(),
                nested.build(),
                lines.lines());
    }
}
