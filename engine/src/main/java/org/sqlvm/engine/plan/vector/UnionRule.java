package org.sqlvm.engine.plan.vector;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.resolve.OuterJoin;
import org.sqlvm.engine.plan.rewrite.RewriteContext;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * {@code SELECT k, sum(v) FROM (SELECT … FROM a UNION ALL SELECT … FROM b), c GROUP BY k} on
 * vectors: the rows of {@code a, c} go into the groups first, then those of {@code b, c}. Without
 * groups they are handed on one after the other. A FULL JOIN is such a UNION ALL, too (see
 * {@link OuterJoin}).
 */
public final class UnionRule {
    /** At most this many SELECTs are worth the time of planning each. */
    private static final int SELECTS_MAX = 32;

    private UnionRule() {}

    /** Whether a query reads a compound at all. */
    public static boolean fits(Query.Block block) {
        return block.from().stream()
                .anyMatch(item -> item.source().relation() instanceof Relation.Derived derived
                        && derived.query() instanceof Query.Compound);
    }

    /**
     * What groups the rows of each SELECT of the UNION ALL that a query with groups reads.
     *
     * @param block resolved, its queries not planned
     * @param aggregates the values of the results, in their order
     * @return empty if it reads none
     */
    public static List<Query.Block> groups(
            Query.Block block,
            List<Expr> keys,
            List<Expr.Aggregate> aggregates,
            RewriteContext context) {
        return parts(
                Query.Block.grouped(
                        block.from(),
                        block.where(),
                        keys,
                        List.copyOf(aggregates),
                        unnamed(aggregates.size())),
                context);
    }

    /**
     * The same of the rows themselves.
     *
     * @param columns the values of the results
     */
    public static List<Query.Block> rows(
            Query.Block block, List<Expr.Column> columns, RewriteContext context) {
        return parts(
                Query.Block.of(
                        block.from(), block.where(), List.copyOf(columns), unnamed(columns.size())),
                context);
    }

    /** What is read of rows that have passed the conditions. */
    public static List<Expr.Column> columns(Query.Block block) {
        List<Expr.Column> columns = new ArrayList<>();
        for (Expr expression : block.outputs()) {
            Exprs.walk(expression, part -> {
                if (part instanceof Expr.Column column) {
                    VectorExpressions.place(columns, column);
                }
            });
        }
        return columns;
    }

    private static List<ResultColumn> unnamed(int count) {
        return Collections.nCopies(count, new ResultColumn("", null, null, null, null));
    }

    private static List<Query.Block> parts(Query.Block whole, RewriteContext context) {
        List<Query.Block> parts = divided(whole, context);
        return parts.size() > 1 && parts.size() <= SELECTS_MAX ? parts : List.of();
    }

    /** The query itself if it reads no UNION ALL. */
    private static List<Query.Block> divided(Query.Block block, RewriteContext context) {
        for (int place = 0; place < block.from().size(); place++) {
            FromItem item = block.from().get(place);
            List<Query.Block> selects = item.leftJoin() ? List.of() : selects(item.source());
            if (!selects.isEmpty()) {
                List<Query.Block> parts = new ArrayList<>();
                for (Query.Block select : selects) {
                    Query.Block part = context.rewritten(with(block, place, select));
                    parts.addAll(divided(part, context));
                }
                return parts;
            }
        }
        return List.of(block);
    }

    /** The block with one SELECT in place of a UNION ALL. */
    private static Query.Block with(Query.Block block, int place, Query.Block select) {
        List<FromItem> from = new ArrayList<>(block.from());
        FromItem item = from.get(place);
        from.set(
                place,
                item.withSource(Source.ofQuery(
                        item.source().number(),
                        item.source().table(),
                        new Relation.Derived(select, false))));
        return block.with(from, block.where());
    }

    /** The SELECTs of a source that is a UNION ALL; empty if it is anything else. */
    private static List<Query.Block> selects(Source source) {
        List<Query.Block> selects = new ArrayList<>();
        boolean fits = source.relation() instanceof Relation.Derived derived
                && !derived.kept()
                && !derived.isShared()
                && derived.query() instanceof Query.Compound compound
                && !Queries.isCorrelated(compound)
                && Queries.isDeterministic(compound)
                && add(compound, selects)
                && selects.stream().allMatch(select -> haveReals(select, source));
        return fits ? selects : List.of();
    }

    private static boolean add(Query query, List<Query.Block> selects) {
        return switch (query) {
            case Query.Block block -> {
                boolean plain = block.limit() == null
                        && block.from().stream().noneMatch(UnionRule::isShared);
                yield plain && selects.add(block);
            }
            case Query.Compound compound ->
                compound.operator() == CompoundOperator.UNION_ALL
                        && add(compound.left(), selects)
                        && add(compound.right(), selects);
            case Query.Values _, Query.Sorted _, Query.Recursive _ -> false;
        };
    }

    private static boolean isShared(FromItem item) {
        return item.source().relation() instanceof Relation.Derived derived && derived.isShared();
    }

    /** Whether a SELECT gives no integer where the column of the UNION ALL makes a REAL of it. */
    private static boolean haveReals(Query.Block select, Source source) {
        for (int i = 0; i < select.values().size(); i++) {
            if (source.table().columns().get(i).affinity() == Affinity.REAL
                    && !isReal(select.values().get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isReal(Expr value) {
        return switch (value) {
            case Expr.Column column -> column.affinity() == Affinity.REAL;
            case Expr.Constant constant -> constant.isReal() || constant.isNull();
            default -> false;
        };
    }
}
