package org.sqlvm.engine.plan.logical;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What can be asked of queries without knowing what they are for. */
public final class Queries {
    private Queries() {}

    /** Whether {@code expression} reads a row of a query around. */
    public static boolean isCorrelated(Expr expression) {
        if (expression instanceof Expr.Outer) {
            return true;
        }
        return Exprs.anyChild(expression, Queries::isCorrelated);
    }

    private static boolean isCorrelated(List<Expr> row) {
        for (Expr value : row) {
            if (isCorrelated(value)) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code query} reads a row of a query around it. */
    public static boolean isCorrelated(Query query) {
        return switch (query) {
            case Query.Block block ->
                expressions(block).stream().anyMatch(Queries::isCorrelated)
                        || block.from().stream()
                                .anyMatch(item -> isCorrelated(item.source().relation()));
            case Query.Values values -> values.rows().stream().anyMatch(Queries::isCorrelated);
            case Query.Compound compound ->
                isCorrelated(compound.left()) || isCorrelated(compound.right());
            case Query.Sorted sorted -> isCorrelated(sorted.body());
            case Query.Recursive recursive ->
                isCorrelated(recursive.initial())
                        || recursive.steps().stream().anyMatch(Queries::isCorrelated);
        };
    }

    private static boolean isCorrelated(Relation relation) {
        return switch (relation) {
            case Relation.Derived derived -> isCorrelated(derived.query());
            case Relation.Working _, Relation.Stored _, Relation.Virtual _ -> false;
        };
    }

    /** The values of rows around it that {@code query} reads, each once. */
    public static Set<Expr.Outer> outers(Query query) {
        Set<Expr.Outer> found = new LinkedHashSet<>();
        addOuters(query, found);
        return found;
    }

    private static void addOuters(Query query, Set<Expr.Outer> into) {
        parts(query).forEach(part -> addOuters(part, into));
        for (Expr expression : allExpressions(query)) {
            Exprs.walk(expression, part -> {
                if (part instanceof Expr.Outer outer) {
                    into.add(outer);
                }
            });
        }
        if (query instanceof Query.Block block) {
            for (FromItem item : block.from()) {
                if (item.source().relation() instanceof Relation.Derived derived) {
                    addOuters(derived.query(), into);
                }
            }
        }
    }

    /**
     * Gives every query in FROM in {@code query}, however deep, to the visitor. A FULL JOIN
     * contains the query of its left side twice. The visitor sees such a query two times, however
     * often a chain of FULL JOINs contains it.
     */
    static void walk(Query query, Consumer<Relation.Derived> visitor) {
        walk(query, visitor, new IdentityHashMap<>());
    }

    private static void walk(
            Query query, Consumer<Relation.Derived> visitor, Map<Query, Integer> visits) {
        if (visits.merge(query, 1, Integer::sum) > 2) {
            return;
        }
        parts(query).forEach(part -> walk(part, visitor, visits));
        if (query instanceof Query.Block block) {
            for (FromItem item : block.from()) {
                if (item.source().relation() instanceof Relation.Derived derived) {
                    visitor.accept(derived);
                    walk(derived.query(), visitor, visits);
                }
            }
        }
        for (Expr expression : allExpressions(query)) {
            Exprs.walk(expression, part -> {
                Expr.Nested nested = Exprs.nested(part);
                if (nested != null) {
                    walk(nested.query(), visitor, visits);
                }
            });
        }
    }

    /** Gives every block of a query to the visitor, those in FROM and in expressions, too. */
    static void walkBlocks(Query query, Consumer<Query.Block> visitor) {
        parts(query).forEach(part -> walkBlocks(part, visitor));
        if (query instanceof Query.Block block) {
            visitor.accept(block);
            for (FromItem item : block.from()) {
                if (item.source().relation() instanceof Relation.Derived derived) {
                    walkBlocks(derived.query(), visitor);
                }
            }
        }
        for (Expr expression : allExpressions(query)) {
            Exprs.walk(expression, part -> {
                Expr.Nested nested = Exprs.nested(part);
                if (nested != null) {
                    walkBlocks(nested.query(), visitor);
                }
            });
        }
    }

    /** Whether {@code query} gives the same rows whenever it runs. */
    public static boolean isDeterministic(Query query) {
        return isDeterministic(query, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    /** @param seen queries that need not be looked at again */
    private static boolean isDeterministic(Query query, Set<Query> seen) {
        if (!seen.add(query)) {
            return true;
        }
        for (Query part : parts(query)) {
            if (!isDeterministic(part, seen)) {
                return false;
            }
        }
        if (query instanceof Query.Block block) {
            for (FromItem item : block.from()) {
                if (item.source().relation() instanceof Relation.Derived derived
                        && !isDeterministic(derived.query(), seen)) {
                    return false;
                }
            }
        }
        for (Expr expression : allExpressions(query)) {
            if (!Exprs.isDeterministic(expression) || !hasDeterministicQueries(expression, seen)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasDeterministicQueries(Expr expression, Set<Query> seen) {
        Expr.Nested nested = Exprs.nested(expression);
        return (nested == null || isDeterministic(nested.query(), seen))
                && !Exprs.anyChild(expression, child -> !hasDeterministicQueries(child, seen));
    }

    /** The queries that a query is put together from, but for those in FROM. */
    private static List<Query> parts(Query query) {
        return switch (query) {
            case Query.Block _, Query.Values _ -> List.of();
            case Query.Compound compound -> List.of(compound.left(), compound.right());
            case Query.Sorted sorted -> List.of(sorted.body());
            case Query.Recursive recursive -> {
                List<Query> all = new ArrayList<>(recursive.steps());
                all.add(recursive.initial());
                yield all;
            }
        };
    }

    /** The expressions of a query but those of its parts. */
    private static List<Expr> allExpressions(Query query) {
        List<Expr> all = new ArrayList<>();
        switch (query) {
            case Query.Block block -> {
                all.addAll(expressions(block));
                all.add(block.limit());
                all.add(block.offset());
            }
            case Query.Values values -> values.rows().forEach(all::addAll);
            case Query.Sorted sorted -> {
                all.add(sorted.limit());
                all.add(sorted.offset());
            }
            case Query.Recursive recursive -> {
                all.add(recursive.limit());
                all.add(recursive.offset());
            }
            case Query.Compound _ -> {}
        }
        all.removeIf(Objects::isNull);
        return all;
    }

    /** The types of a query's columns, of a compound those of the last SELECT. */
    public static List<Query.Type> lastTypes(Query query) {
        return switch (query) {
            case Query.Compound compound -> lastTypes(compound.right());
            case Query.Sorted sorted -> lastTypes(sorted.body());
            case Query.Values values -> values.last();
            case Query.Block _, Query.Recursive _ -> query.types();
        };
    }

    /** All expressions of a block but its LIMIT. */
    public static List<Expr> expressions(Query.Block block) {
        List<Expr> all = new ArrayList<>(block.values());
        all.addAll(block.keys());
        block.order().forEach(key -> all.add(key.value()));
        if (block.where() != null) {
            all.add(block.where());
        }
        if (block.having() != null) {
            all.add(block.having());
        }
        block.from().forEach(item -> all.addAll(item.on()));
        return all;
    }

    /** Whether a block calls a window function. */
    public static boolean hasWindow(Query.Block block) {
        return Exprs.hasWindow(block.values(), block.order());
    }

    /** The block with the conditions of its inner joins in WHERE, where they mean the same. */
    public static Query.Block joinedInWhere(Query.Block block) {
        boolean joined = block.from().stream()
                .anyMatch(item -> !item.leftJoin() && !item.on().isEmpty());
        if (!joined) {
            return block;
        }
        List<FromItem> from = new ArrayList<>();
        Expr where = block.where();
        for (FromItem item : block.from()) {
            from.add(item.leftJoin() ? item : item.withOn(List.of()));
            if (!item.leftJoin()) {
                for (Expr condition : item.on()) {
                    where = Exprs.and(where, condition);
                }
            }
        }
        return block.with(from, where);
    }

    /** The block with every expression changed, but for its LIMIT. */
    public static Query.Block map(Query.Block block, UnaryOperator<Expr> change) {
        List<FromItem> from = new ArrayList<>();
        for (FromItem item : block.from()) {
            from.add(item.withOn(Exprs.mapAll(item.on(), change)));
        }
        return new Query.Block(
                List.copyOf(from),
                block.where() == null ? null : change.apply(block.where()),
                block.grouped(),
                Exprs.mapAll(block.keys(), change),
                block.having() == null ? null : change.apply(block.having()),
                Exprs.mapAll(block.values(), change),
                block.columns(),
                block.distinct(),
                Exprs.mapOrder(block.order(), change),
                block.limit(),
                block.offset());
    }
}
