package org.sqlvm.engine.plan;

import org.sqlvm.engine.sql.tree.Select.CompoundOperator;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code SELECT … FROM (SELECT k, count(*) FROM a GROUP BY k) AS s WHERE s.k = 5}: a condition that
 * reads one query in FROM only is tested inside it, before it groups where it reads keys alone.
 * What the query need not compute, it does not.
 */
final class PushdownRule {
    static final String NAME = "pushdown";

    private PushdownRule() {}

    static Query.Block apply(Query.Block block) {
        if (block.where() == null) {
            return block;
        }
        List<FromClause.Item> from = new ArrayList<>(block.from());
        Expr rest = null;
        for (Expr condition : Exprs.conjuncts(block.where())) {
            int place = target(from, condition);
            Query changed = place < 0 ? null : pushed(from.get(place), condition);
            if (changed == null) {
                rest = Exprs.and(rest, condition);
            } else {
                from.set(place, withQuery(from.get(place), changed));
            }
        }
        return new Query.Block(
                List.copyOf(from),
                rest,
                block.grouped(),
                block.keys(),
                block.having(),
                block.values(),
                block.columns(),
                block.distinct(),
                block.order(),
                block.limit(),
                block.offset());
    }

    /** The place of the one query that a condition reads, or -1. */
    private static int target(List<FromClause.Item> from, Expr condition) {
        if (!Exprs.isDeterministic(condition) || Exprs.hasQuery(condition)) {
            return -1;
        }
        SourcePlaces places = new SourcePlaces();
        from.forEach(item -> places.add(item.source()));
        long sources = Exprs.sources(condition, places);
        if (Long.bitCount(sources) != 1) {
            return -1;
        }
        int place = Long.numberOfTrailingZeros(sources);
        return from.get(place).leftJoin() ? -1 : place;
    }

    private static Query pushed(FromClause.Item item, Expr condition) {
        return item.source().relation() instanceof Relation.Derived derived && !derived.kept()
                ? pushed(derived.query(), item.source().number(), condition)
                : null;
    }

    /** {@code query} with the condition inside, or null if it cannot be there. */
    private static Query pushed(Query query, int number, Expr condition) {
        return switch (query) {
            case Query.Block block -> pushedIntoBlock(block, number, condition);
            case Query.Compound compound -> {
                if (compound.operator() != CompoundOperator.UNION_ALL) {
                    yield null;
                }
                Query left = pushed(compound.left(), number, condition);
                Query right = pushed(compound.right(), number, condition);
                yield left == null || right == null
                        ? null
                        : new Query.Compound(
                                left,
                                compound.operator(),
                                right,
                                compound.columns(),
                                compound.types());
            }
            case Query.Values _, Query.Sorted _, Query.Recursive _ -> null;
        };
    }

    private static Query pushedIntoBlock(Query.Block block, int number, Expr condition) {
        boolean plain = block.limit() == null
                && block.values().stream().noneMatch(Exprs::hasWindow)
                && block.values().stream()
                        .allMatch(value -> Exprs.isDeterministic(value) && !Exprs.hasQuery(value));
        if (!plain) {
            return null;
        }
        Expr inner = FlattenRule.replaced(condition, number, block.values());
        boolean below = !block.grouped() || readsKeysOnly(block, number, condition);
        return new Query.Block(
                block.from(),
                below ? Exprs.and(block.where(), inner) : block.where(),
                block.grouped(),
                block.keys(),
                below ? block.having() : Exprs.and(block.having(), inner),
                block.values(),
                block.columns(),
                block.distinct(),
                block.order(),
                null,
                null);
    }

    /**
     * Whether every column that the condition reads is a key, so that it holds for whole groups.
     */
    private static boolean readsKeysOnly(Query.Block block, int number, Expr condition) {
        boolean[] only = {!block.keys().isEmpty()};
        Exprs.walk(condition, part -> {
            if (part instanceof Expr.Column column && column.source() == number) {
                only[0] &= block.keys().contains(block.values().get(column.index()));
            }
        });
        return only[0];
    }

    private static FromClause.Item withQuery(FromClause.Item item, Query query) {
        Scope.Source source = item.source();
        Scope.Source changed = new Scope.Source(
                source.number(),
                source.table(),
                source.name(),
                source.aliased(),
                source.usingColumns(),
                new Relation.Derived(query, false),
                source.offset(),
                source.merged());
        return new FromClause.Item(changed, item.leftJoin(), item.fixed(), item.on());
    }
}
