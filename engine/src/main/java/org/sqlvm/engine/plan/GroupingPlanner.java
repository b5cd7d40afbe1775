package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.SelectPlan.Grouping;
import org.sqlvm.engine.plan.SelectPlan.SortKey;

import java.util.ArrayList;
import java.util.List;

/**
 * GROUP BY and aggregation: expressions above the grouping are rewritten to its keys, its
 * aggregates, and the bare columns that it has to keep of some row.
 */
final class GroupingPlanner {
    private final List<Expr> keys;
    private final List<Collation> collations = new ArrayList<>();
    private final List<Expr.Aggregate> aggregates = new ArrayList<>();
    private final List<Expr> bareColumns = new ArrayList<>();

    GroupingPlanner(List<Expr> keys, TextEncoding encoding) {
        List<Expr> distinct = new ArrayList<>();
        for (Expr key : keys) {
            if (!distinct.contains(key)) {
                distinct.add(key);
                collations.add(Typing.collation(key, Collation.binary(encoding)));
            }
        }
        this.keys = List.copyOf(distinct);
    }

    /** {@code expression} over the grouping's output. */
    Expr above(Expr expression) {
        int key = keys.indexOf(expression);
        if (key >= 0) {
            return new Expr.GroupKey(
                    key, Typing.affinity(expression), Typing.collation(expression));
        }
        switch (expression) {
            case Expr.Aggregate aggregate -> {
                int known = aggregates.indexOf(aggregate);
                if (known < 0) {
                    aggregates.add(aggregate);
                    known = aggregates.size() - 1;
                }
                return new Expr.AggregateResult(known);
            }
            case Expr.Column column -> {
                int known = bareColumns.indexOf(column);
                if (known < 0) {
                    bareColumns.add(column);
                    known = bareColumns.size() - 1;
                }
                return new Expr.BareColumn(known, column.affinity(), column.collation());
            }
            default -> {
                return Exprs.mapChildren(expression, this::above);
            }
        }
    }

    /** The keys as an order that would bring equal ones together. */
    List<SortKey> asOrder() {
        List<SortKey> order = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            order.add(new SortKey(keys.get(i), collations.get(i), false, false));
        }
        return order;
    }

    /** {@code count(*)} and nothing else of the rows. */
    boolean isPlainCount() {
        if (!keys.isEmpty() || !bareColumns.isEmpty() || aggregates.size() != 1) {
            return false;
        }
        Expr.Aggregate aggregate = aggregates.get(0);
        return aggregate.function().name().equals("count")
                && aggregate.arguments().isEmpty()
                && aggregate.filter() == null;
    }

    /**
     * The finished grouping.
     *
     * @param sort the order wanted behind it, which the grouping's own takes its directions from
     * @param inOrder the groups should come in the order of their keys without being asked
     */
    Grouping grouping(
            Expr having, boolean sortedInput, List<SortKey> sort, boolean count, boolean inOrder) {
        List<Boolean> directions = new ArrayList<>();
        boolean follow = !sortedInput && beginsWithKeys(sort);
        boolean inKeyOrder = inOrder || (follow && !sort.isEmpty());
        for (int i = 0; i < keys.size(); i++) {
            directions.add(follow && i < sort.size() && sort.get(i).descending());
        }
        return new Grouping(
                keys,
                List.copyOf(collations),
                List.copyOf(directions),
                gathering(sortedInput),
                inKeyOrder,
                List.copyOf(aggregates),
                List.copyOf(bareColumns),
                aggregates.stream().anyMatch(GroupingPlanner::isExtreme),
                having,
                count,
                false);
    }

    /** An aggregate that takes its rows in an order has a sorter, which serves one group only. */
    private SelectPlan.Gathering gathering(boolean sortedInput) {
        if (sortedInput) {
            return SelectPlan.Gathering.ORDERED;
        }
        boolean plain =
                aggregates.stream().allMatch(aggregate -> aggregate.order().isEmpty());
        return plain ? SelectPlan.Gathering.HASH : SelectPlan.Gathering.SORTER;
    }

    private static boolean isExtreme(Expr.Aggregate aggregate) {
        String name = aggregate.function().name();
        return name.equals("min") || name.equals("max");
    }

    /** Whether the order is that of the first keys, one for one. */
    private boolean beginsWithKeys(List<SortKey> sort) {
        if (sort.size() > keys.size()) {
            return false;
        }
        for (int i = 0; i < sort.size(); i++) {
            SortKey wanted = sort.get(i);
            boolean same = wanted.value() instanceof Expr.GroupKey key
                    && key.index() == i
                    && wanted.collation().equals(collations.get(i))
                    && !wanted.bigNull();
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** Whether groups already come in this order. */
    boolean gives(List<SortKey> sort, Grouping grouping) {
        boolean unordered =
                grouping.gathering() == SelectPlan.Gathering.HASH && !grouping.inKeyOrder();
        if (unordered || !beginsWithKeys(sort)) {
            return false;
        }
        for (int i = 0; i < sort.size(); i++) {
            if (sort.get(i).descending() != grouping.keyDirections().get(i)) {
                return false;
            }
        }
        return true;
    }
}
