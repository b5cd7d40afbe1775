package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.Comparison;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.SourcePlaces;
import org.sqlvm.engine.plan.rewrite.Correlation.Key;
import org.sqlvm.engine.program.Program.ResultColumn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which values of a key the rows of a block can ask for, where conditions on one table say that: in
 * {@code p.brand = 'x' AND l.quantity < (SELECT avg(quantity) FROM lineitem WHERE partkey =
 * p.partkey)} those of the parts of that brand, and likewise behind {@code p.partkey IN (SELECT
 * …)}. When the query is made for all values at once, it need not be made for any other.
 */
final class KeyDomain {
    private final RewriteContext context;
    private final Query.Block block;
    private final SourcePlaces places = new SourcePlaces();

    /** @param block the query around, as the rules have left it so far */
    KeyDomain(RewriteContext context, Query.Block block) {
        this.context = context;
        this.block = block;
        block.from().forEach(item -> places.add(item.source()));
    }

    /** What rows of the query must be for somebody to ask for them; null if nothing is known. */
    Expr condition(Key key) {
        for (Expr.Column column : equalColumns(key.outer())) {
            Expr members = members(column, key);
            Expr known = members != null ? members : values(column, key);
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    /** The key among the rows of a query that the column is one of; null if there is none. */
    private Expr members(Expr.Column column, Key key) {
        for (Expr condition : Exprs.conjuncts(block.where())) {
            boolean known = condition instanceof Expr.InQuery in
                    && !in.negated()
                    && in.operands().equals(List.of(column))
                    && !in.nested().isCorrelated()
                    && Queries.isDeterministic(in.nested().query())
                    && isSameEquality(in.comparisons().getFirst(), key.comparison());
            Query.Block copy = known ? copy(((Expr.InQuery) condition).nested().query()) : null;
            if (copy != null) {
                return in(key, copy);
            }
        }
        return null;
    }

    /** Whether a = b and b = c make a = c. */
    private static boolean isSameEquality(Comparison first, Comparison second) {
        return first.affinity() == second.affinity()
                && first.collation() == Collation.BINARY
                && second.collation() == Collation.BINARY;
    }

    /** The same rows from sources of their own; null where that is more than a few tables. */
    private Query.Block copy(Query query) {
        boolean plain = query instanceof Query.Block block
                && !block.grouped()
                && block.limit() == null
                && block.from().stream()
                        .allMatch(item -> item.source().relation() instanceof Relation.Stored)
                && Queries.expressions(block).stream().noneMatch(Exprs::hasQuery);
        if (!plain) {
            return null;
        }
        Query.Block original = (Query.Block) query;
        Map<Integer, Integer> numbers = new HashMap<>();
        for (FromItem item : original.from()) {
            numbers.put(item.source().number(), context.numbering().source());
        }
        Query.Block copy = Queries.map(original, value -> renumbered(value, numbers));
        List<FromItem> from = new ArrayList<>();
        for (FromItem item : copy.from()) {
            int number = numbers.get(item.source().number());
            from.add(item.withSource(item.source().withNumber(number)));
        }
        return copy.with(from, copy.where());
    }

    /** A column, and those that conditions make equal to it. */
    private List<Expr.Column> equalColumns(Expr outer) {
        List<Expr.Column> columns = new ArrayList<>();
        if (!(outer instanceof Expr.Column first)) {
            return columns;
        }
        columns.add(first);
        for (Expr condition : Exprs.conjuncts(block.where())) {
            boolean equality = condition instanceof Expr.Compare compare
                    && compare.operator() == CompareOperator.EQ
                    && compare.left() instanceof Expr.Column left
                    && compare.right() instanceof Expr.Column right
                    && left.affinity() == right.affinity()
                    && compare.comparison().collation() == Collation.BINARY;
            if (equality) {
                Expr.Column left = (Expr.Column) ((Expr.Compare) condition).left();
                Expr.Column right = (Expr.Column) ((Expr.Compare) condition).right();
                if (left.equals(first)) {
                    columns.add(right);
                } else if (right.equals(first)) {
                    columns.add(left);
                }
            }
        }
        return columns;
    }

    /** Null if its table has no conditions of its own. */
    private Expr values(Expr.Column column, Key key) {
        FromItem item = block.from().stream()
                .filter(candidate -> candidate.source().number() == column.source()
                        && !candidate.leftJoin()
                        && candidate.source().relation() instanceof Relation.Stored)
                .findFirst()
                .orElse(null);
        List<Expr> own = new ArrayList<>();
        for (Expr condition : Exprs.conjuncts(block.where())) {
            boolean alone = Exprs.sources(condition, places) == places.bit(column.source())
                    && !Exprs.hasQuery(condition)
                    && !Queries.isCorrelated(condition)
                    && Exprs.isDeterministic(condition);
            if (alone) {
                own.add(condition);
            }
        }
        if (item == null || own.isEmpty()) {
            return null;
        }
        int number = context.numbering().source();
        Map<Integer, Integer> numbers = Map.of(column.source(), number);
        Expr where = null;
        for (Expr condition : own) {
            where = Exprs.and(where, renumbered(condition, numbers));
        }
        Source source = item.source().withNumber(number);
        Query.Block values = Query.Block.of(
                List.of(new FromItem(source, false, false, List.of())),
                where,
                List.of(renumbered(column, numbers)),
                List.of(new ResultColumn("column0", null, null, null, null)));
        return in(key, values);
    }

    private static Expr in(Key key, Query.Block values) {
        return new Expr.InQuery(
                List.of(key.inner()),
                new Expr.Nested(values, List.of()),
                List.of(key.comparison()),
                false);
    }

    /** The same over other sources. */
    private static Expr renumbered(Expr expression, Map<Integer, Integer> numbers) {
        return expression instanceof Expr.Column column && numbers.containsKey(column.source())
                ? new Expr.Column(
                        numbers.get(column.source()),
                        column.index(),
                        column.name(),
                        column.affinity(),
                        column.collation())
                : Exprs.mapChildren(expression, part -> renumbered(part, numbers));
    }
}
