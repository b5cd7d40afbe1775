package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.Correlation.Key;
import org.sqlvm.engine.plan.Expr.CompareOperator;
import org.sqlvm.engine.program.Program.ResultColumn;

import java.util.ArrayList;
import java.util.List;

/**
 * Which values of a key the rows of a block can ask for, where conditions on one table say that: in
 * {@code p.brand = 'x' AND l.quantity < (SELECT avg(quantity) FROM lineitem WHERE partkey =
 * p.partkey)} those of the parts of that brand. When the query is made for all values at once, it
 * need not be made for any other.
 */
final class KeyDomain {
    private final Planner planner;
    private final Query.Block block;
    private final SourcePlaces places = new SourcePlaces();

    /** @param block the query around, as the rules have left it so far */
    KeyDomain(Planner planner, Query.Block block) {
        this.planner = planner;
        this.block = block;
        block.from().forEach(item -> places.add(item.source()));
    }

    /** What rows of the query must be for somebody to ask for them; null if nothing is known. */
    Expr condition(Key key) {
        for (Expr.Column column : equalColumns(key.outer())) {
            Expr known = values(column, key);
            if (known != null) {
                return known;
            }
        }
        return null;
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
        FromClause.Item item = block.from().stream()
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
        int number = planner.numbering().source();
        Expr where = null;
        for (Expr condition : own) {
            where = Exprs.and(where, renumbered(condition, column.source(), number));
        }
        Scope.Source source = item.source().withNumber(number);
        Query.Block values = Query.Block.of(
                List.of(new FromClause.Item(source, false, false, List.of())),
                where,
                List.of(renumbered(column, column.source(), number)),
                List.of(new ResultColumn("column0", null, null, null, null)));
        return new Expr.InQuery(
                List.of(key.inner()),
                new Expr.Nested(values, null, List.of()),
                List.of(key.comparison()),
                false);
    }

    /** The same over another source. */
    private static Expr renumbered(Expr expression, int from, int to) {
        return expression instanceof Expr.Column column && column.source() == from
                ? new Expr.Column(
                        to, column.index(), column.name(), column.affinity(), column.collation())
                : Exprs.mapChildren(expression, part -> renumbered(part, from, to));
    }
}
