package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.NullOf;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code a LEFT JOIN b ON … WHERE b.x = 5} is {@code a JOIN b ON … WHERE b.x = 5}: a condition that
 * cannot be true of NULLs refuses every row that the outer join would add. Then the order of the
 * tables is free. A FULL JOIN becomes a LEFT or a RIGHT JOIN in the same way.
 *
 * <p>SQLite calls it the strength reduction of outer joins.
 */
final class OuterJoinRule {
    private OuterJoinRule() {}

    static Query.Block apply(Query.Block block) {
        Query.Block changed = block;
        // A join that has become an inner one may refuse the rows of another one's NULLs.
        for (int place = changed.from().size() - 1; place >= 0; ) {
            FromItem item = changed.from().get(place);
            FromItem inner = weakened(item, Exprs.conjuncts(changed.where()));
            if (inner == item) {
                place--;
                continue;
            }
            List<FromItem> from = new ArrayList<>(changed.from());
            from.set(place, inner);
            changed = Queries.joinedInWhere(changed.with(from, changed.where()));
            place = changed.from().size() - 1;
        }
        return changed;
    }

    /** The item as less of an outer join, or the same if nothing refuses its NULLs. */
    private static FromItem weakened(FromItem item, List<Expr> conditions) {
        int number = item.source().number();
        if (item.leftJoin()) {
            return refuses(conditions, number)
                    ? new FromItem(item.source(), false, false, item.on())
                    : item;
        }
        boolean full = item.source().relation() instanceof Relation.Derived derived
                && derived.query() instanceof Query.Compound compound
                && compound.rightJoin() != null;
        if (!full) {
            return item;
        }
        Query.Compound join =
                (Query.Compound) ((Relation.Derived) item.source().relation()).query();
        Query.Block leftJoin = (Query.Block) join.left();
        Query.Block unmatched = (Query.Block) join.right();
        Query half = null;
        if (refuses(over(conditions, number, unmatched.values()), NullOf.NOTHING)) {
            half = leftJoin;
        } else if (refuses(
                over(conditions, number, leftJoin.values()),
                leftJoin.from().getLast().source().number())) {
            half = join.rightJoin();
        }
        return half == null
                ? item
                : item.withSource(item.source()
                        .with(item.source().table(), new Relation.Derived(half, false)));
    }

    private static List<Expr> over(List<Expr> conditions, int number, List<Expr> values) {
        return Exprs.mapAll(
                conditions, condition -> FlattenRule.replaced(condition, number, values));
    }

    /** Whether one of the conditions cannot be true where {@code source} stands on NULLs. */
    private static boolean refuses(List<Expr> conditions, int source) {
        NullOf nulls = new NullOf(source);
        return conditions.stream().anyMatch(nulls::isNeverTrue);
    }
}
