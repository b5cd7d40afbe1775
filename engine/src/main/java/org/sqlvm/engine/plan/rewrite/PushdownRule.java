package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.SourcePlaces;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code SELECT … FROM (SELECT k, count(*) FROM a GROUP BY k) AS s WHERE s.k = 5}: a condition that
 * reads one query in FROM only is tested inside it, before it groups where it reads keys alone.
 * What the query need not compute, it does not.
 */
final class PushdownRule {
    private PushdownRule() {}

    static Query.Block apply(Query.Block block) {
        if (block.where() == null) {
            return block;
        }
        List<FromItem> from = new ArrayList<>(block.from());
        Expr rest = null;
        for (Expr condition : Exprs.conjuncts(block.where())) {
            int place = target(from, condition);
            Query typed =
                    place < 0 || asksOfRow(condition) ? null : retyped(from.get(place), condition);
            if (typed != null) {
                from.set(place, withQuery(from.get(place), typed));
                rest = Exprs.and(rest, condition);
                continue;
            }
            Query changed = place < 0 || Exprs.hasQuery(condition)
                    ? null
                    : pushed(from.get(place), condition);
            if (changed == null) {
                rest = Exprs.and(rest, condition);
            } else {
                from.set(place, withQuery(from.get(place), changed));
            }
        }
        return block.with(from, rest);
    }

    /** The place of the one query that a condition reads, or -1. */
    private static int target(List<FromItem> from, Expr condition) {
        if (!Exprs.isDeterministic(condition)) {
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

    /** Whether a query in a condition depends on the row. */
    private static boolean asksOfRow(Expr condition) {
        Expr.Nested nested = Exprs.nested(condition);
        return (nested != null && nested.isCorrelated())
                || Exprs.children(condition).stream().anyMatch(PushdownRule::asksOfRow);
    }

    private static Query pushed(FromItem item, Expr condition) {
        return item.source().relation() instanceof Relation.Derived derived && !isClosed(derived)
                ? pushed(derived.query(), item.source().number(), condition)
                : null;
    }

    private static boolean isClosed(Relation.Derived derived) {
        return derived.kept() || (derived.shared() != null && derived.shared().isClosed());
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
                yield compound.with(left, right);
            }
            case Query.Values _, Query.Sorted _, Query.Recursive _ -> null;
        };
    }

    /**
     * A compound with the condition in all of its SELECTs beside the one outside, or null where
     * that makes no difference: in a SELECT it compares with the type of that SELECT's column.
     * SQLite does so, and a text and a number may be the same here and not the same there.
     */
    private static Query retyped(FromItem item, Expr condition) {
        if (!(item.source().relation() instanceof Relation.Derived derived) || isClosed(derived)) {
            return null;
        }
        Query query = derived.query();
        // An outer join, too, is several queries, but of one type: see FromClause.addGroup.
        if (query.columns().stream().anyMatch(column -> column.name().isEmpty())) {
            return null;
        }
        boolean compound = query instanceof Query.Compound || query instanceof Query.Sorted;
        boolean[] changes = {false};
        Query result = compound ? retyped(query, item.source().number(), condition, changes) : null;
        return changes[0] ? result : null;
    }

    private static Query retyped(Query query, int number, Expr condition, boolean[] changes) {
        switch (query) {
            case Query.Block block -> {
                Expr inner = FlattenRule.replaced(condition, number, block.values());
                Expr typed = Typing.retyped(inner);
                boolean changed = !typed.equals(inner);
                changes[0] |= changed && !readsNull(block, number, condition);
                // What has a query for a value compares as outside, so that needs no second query.
                boolean asOutside = !changed
                        && read(block, number, condition).stream().anyMatch(Exprs::hasQuery);
                return asOutside && isPlain(block, number, condition)
                        ? block
                        : pushedIntoBlock(block, number, condition, typed);
            }
            case Query.Values values -> {
                Query all = null;
                for (List<Expr> row : values.rows()) {
                    Query.Block one = single(row, values);
                    Query filtered = retyped(one, number, condition, changes);
                    all = all == null || filtered == null
                            ? filtered
                            : new Query.Compound(
                                    all,
                                    CompoundOperator.UNION_ALL,
                                    filtered,
                                    values.columns(),
                                    values.types());
                    if (all == null) {
                        return null;
                    }
                }
                return all;
            }
            case Query.Compound compound -> {
                boolean binary =
                        compound.operator() == CompoundOperator.UNION_ALL || isBinary(compound);
                Query left = binary ? retyped(compound.left(), number, condition, changes) : null;
                Query right =
                        left == null ? null : retyped(compound.right(), number, condition, changes);
                return compound.with(left, right);
            }
            case Query.Sorted sorted -> {
                Query body = sorted.limit() == null
                        ? retyped(sorted.body(), number, condition, changes)
                        : null;
                return body == null ? null : new Query.Sorted(body, sorted.order(), null, null);
            }
            case Query.Recursive _ -> {
                return null;
            }
        }
    }

    /** Whether one of the columns that the condition reads is the constant NULL here. */
    private static boolean readsNull(Query.Block block, int number, Expr condition) {
        return read(block, number, condition).stream()
                .anyMatch(value -> value instanceof Expr.Constant constant && constant.isNull());
    }

    /** What the columns are that the condition reads. */
    private static List<Expr> read(Query.Block block, int number, Expr condition) {
        List<Expr> values = new ArrayList<>();
        Exprs.walk(condition, part -> {
            if (part instanceof Expr.Column column && column.source() == number) {
                values.add(block.values().get(column.index()));
            }
        });
        return values;
    }

    /** Whether all columns of all SELECTs compare as BINARY. */
    private static boolean isBinary(Query query) {
        return query instanceof Query.Compound compound
                ? isBinary(compound.left()) && isBinary(compound.right())
                : query.types().stream()
                        .allMatch(type -> type.collation() == null
                                || type.collation().name().equals("BINARY"));
    }

    /** A row of VALUES as a SELECT. */
    private static Query.Block single(List<Expr> row, Query.Values values) {
        return Query.Block.of(List.of(), null, row, values.columns());
    }

    private static Query pushedIntoBlock(Query.Block block, int number, Expr condition) {
        Expr inner = FlattenRule.replaced(condition, number, block.values());
        return pushedIntoBlock(block, number, condition, inner);
    }

    /** @param inner the condition as the block's own */
    private static Query pushedIntoBlock(
            Query.Block block, int number, Expr condition, Expr inner) {
        if (!isPlain(block, number, condition)
                || read(block, number, condition).stream().anyMatch(Exprs::hasQuery)) {
            return null;
        }
        boolean below = !block.grouped() || readsKeysOnly(block, number, condition);
        return below
                ? block.withWhere(Exprs.and(block.where(), inner))
                : block.withHaving(Exprs.and(block.having(), inner));
    }

    /** Whether fewer rows may be tested inside without another result. */
    private static boolean isPlain(Query.Block block, int number, Expr condition) {
        return block.limit() == null
                && block.values().stream().noneMatch(Exprs::hasWindow)
                && read(block, number, condition).stream().allMatch(Exprs::isDeterministic);
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

    private static FromItem withQuery(FromItem item, Query query) {
        Source source = item.source();
        return item.withSource(source.with(source.table(), new Relation.Derived(query, false)));
    }
}
