package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes NULL of the columns of a query in FROM that nothing reads, as SQLite does: they are not
 * computed, and an error in them is none. Columns that decide which rows there are stay.
 */
final class UnusedColumnsRule {
    private static final Expr NULL = new Expr.Constant(SqlNull.NULL);

    private UnusedColumnsRule() {}

    static Query.Block apply(Query.Block block) {
        List<Expr> readers = null;
        List<FromItem> from = new ArrayList<>();
        boolean changed = false;
        for (FromItem item : block.from()) {
            Query query = queryOf(item);
            if (query != null && readers == null) {
                readers = Queries.expressions(block);
            }
            Query without = query == null
                    ? null
                    : without(query, Exprs.columns(readers, item.source().number()));
            from.add(without == null || without == query ? item : withQuery(item, without));
            changed |= without != query;
        }
        return changed ? block.with(from, block.where()) : block;
    }

    /** The query of an item, if it may have other columns there than elsewhere; else null. */
    private static Query queryOf(FromItem item) {
        return item.source().relation() instanceof Relation.Derived derived
                        && !derived.kept()
                        && !derived.isShared()
                        && (derived.shared() == null || !derived.shared().isCommonTable())
                ? derived.query()
                : null;
    }

    private static FromItem withQuery(FromItem item, Query query) {
        Source source = item.source();
        return item.withSource(source.with(source.table(), new Relation.Derived(query, false)));
    }

    /** Returns the query without the values of all columns but some; itself if it must stay. */
    private static Query without(Query query, Set<Integer> read) {
        return switch (query) {
            case Query.Block block -> ofBlock(block, read);
            case Query.Compound compound -> {
                Query left = compound.left();
                Query right = compound.right();
                boolean plain = compound.operator() == CompoundOperator.UNION_ALL
                        && compound.rightJoin() == null
                        && isPlain(left)
                        && isPlain(right);
                Query otherLeft = plain ? without(left, read) : left;
                Query otherRight = plain ? without(right, read) : right;
                yield otherLeft == left && otherRight == right
                        ? query
                        : compound.with(otherLeft, otherRight);
            }
            case Query.Sorted sorted -> {
                Set<Integer> needed = new HashSet<>(read);
                sorted.order().forEach(key -> needed.add(key.column()));
                Query body = without(sorted.body(), needed);
                yield body == sorted.body()
                        ? query
                        : new Query.Sorted(body, sorted.order(), sorted.limit(), sorted.offset());
            }
            case Query.Values _, Query.Recursive _ -> query;
        };
    }

    /** Whether all SELECTs of a query may lose values: as in SQLite, all do or none does. */
    private static boolean isPlain(Query query) {
        return switch (query) {
            case Query.Block block -> isPlain(block);
            case Query.Compound compound ->
                compound.operator() == CompoundOperator.UNION_ALL
                        && compound.rightJoin() == null
                        && isPlain(compound.left())
                        && isPlain(compound.right());
            default -> false;
        };
    }

    private static boolean isPlain(Query.Block block) {
        return !block.distinct() && !block.grouped() && !Queries.hasWindow(block);
    }

    private static Query ofBlock(Query.Block block, Set<Integer> read) {
        if (!isPlain(block)) {
            return block;
        }
        List<Expr> values = new ArrayList<>();
        boolean changed = false;
        for (int column = 0; column < block.values().size(); column++) {
            Expr value = block.values().get(column);
            boolean drops = !read.contains(column) && !Exprs.isLeaf(value);
            values.add(drops ? NULL : value);
            changed |= drops;
        }
        return changed ? block.withValues(List.copyOf(values)) : block;
    }
}
