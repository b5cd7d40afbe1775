package org.sqlvm.engine.plan.physical;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.plan.resolve.JsonArguments;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.aggregate.MinMaxAggregates;

import java.util.ArrayList;
import java.util.List;

/**
 * GROUP BY and aggregation: expressions above the grouping are rewritten to its keys, its
 * aggregates, and the bare columns that it has to keep of some row.
 */
public final class GroupingPlanner {
    private final List<Expr> keys;
    private final List<Collation> collations = new ArrayList<>();
    private final Collation binary;
    private final List<Expr.Aggregate> aggregates = new ArrayList<>();
    private final List<Expr> bareColumns = new ArrayList<>();

    /** Keys are read from the row that min or max has chosen, as bare columns are. */
    private final boolean keysOfRow;

    private GroupingPlanner(List<Expr> keys, TextEncoding encoding, boolean keysOfRow) {
        this.keysOfRow = keysOfRow;
        binary = Collation.binary(encoding);
        List<Expr> distinct = new ArrayList<>();
        for (Expr key : keys) {
            if (!distinct.contains(key)) {
                distinct.add(key);
                collations.add(Typing.collation(key, Collation.binary(encoding)));
            }
        }
        this.keys = List.copyOf(distinct);
    }

    /**
     * The planner of {@code block}'s grouping. As in SQLite, a min or max chooses the row of the
     * bare columns; a key then is that row's, too, so that a result has values of one row.
     */
    public static GroupingPlanner of(Query.Block block, TextEncoding encoding) {
        GroupingPlanner planner = new GroupingPlanner(block.keys(), encoding, false);
        block.values().forEach(planner::above);
        Exprs.mapOrder(block.order(), planner::above);
        if (block.having() != null) {
            planner.above(block.having());
        }
        boolean chooses = !planner.bareColumns.isEmpty()
                && planner.aggregates.stream().anyMatch(SelectPlan::isExtreme);
        return new GroupingPlanner(block.keys(), encoding, chooses);
    }

    /** {@code expression}, an order's, over the grouping's output: equal keys sort alike. */
    public Expr aboveInOrder(Expr expression) {
        int key = keys.indexOf(expression);
        return key >= 0 ? key(key) : above(expression);
    }

    private Expr key(int index) {
        Expr key = keys.get(index);
        return new Expr.GroupKey(index, Typing.affinity(key), Typing.collation(key));
    }

    /** Whether values that are the same key may differ, as 1 and 1.0, or letters in NOCASE. */
    private boolean hasForms(int index) {
        Expr key = keys.get(index);
        Affinity affinity = Typing.affinity(key);
        boolean alike = collations.get(index).equals(binary)
                && affinity != Affinity.NONE
                && affinity != Affinity.BLOB;
        return !alike && Exprs.isDeterministic(key) && !Exprs.hasQuery(key);
    }

    /** {@code expression} over the grouping's output. */
    public Expr above(Expr expression) {
        int key = keys.indexOf(expression);
        if (key >= 0 && !(keysOfRow && hasForms(key))) {
            return key(key);
        }
        switch (expression) {
            case Expr.Aggregate call -> {
                Expr.Aggregate aggregate = sorted(call);
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
            case Expr.Call call
            when call.function().is(FunctionFact.TAKES_SUBTYPES) -> {
                return Exprs.mapChildren(call, this::jsonAbove);
            }
            default -> {
                return Exprs.mapChildren(expression, this::above);
            }
        }
    }

    /** As in SQLite, what comes through the sorter of a GROUP BY is not known as JSON any more. */
    private Expr.Aggregate sorted(Expr.Aggregate aggregate) {
        return keys.isEmpty() || !aggregate.function().is(FunctionFact.TAKES_SUBTYPES)
                ? aggregate
                : (Expr.Aggregate) Exprs.mapChildren(
                        aggregate,
                        value -> value instanceof Expr.Column ? JsonArguments.clear(value) : value);
    }

    /**
     * An argument that may be JSON is computed again: a key, and what has been kept of a group's
     * row, is not known as JSON any more.
     */
    private Expr jsonAbove(Expr argument) {
        if (argument instanceof Expr.Call || argument instanceof Expr.Case) {
            return Exprs.mapChildren(argument, this::above);
        }
        boolean kept = argument instanceof Expr.Column && !keys.isEmpty();
        return kept ? JsonArguments.clear(above(argument)) : above(argument);
    }

    /** The keys as an order that would bring equal ones together. */
    public List<SortKey> asOrder() {
        List<SortKey> order = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            order.add(new SortKey(keys.get(i), collations.get(i), false, false));
        }
        return order;
    }

    /**
     * The order of {@code sort} in so far as it is one of keys, and then the other keys; empty if
     * it begins with something else.
     */
    public List<SortKey> asOrder(List<SortKey> sort) {
        List<SortKey> order = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            left.add(i);
        }
        for (SortKey wanted : sort) {
            boolean key = wanted.value() instanceof Expr.GroupKey place
                    && left.remove((Object) place.index())
                    && wanted.collation().equals(collations.get(place.index()))
                    && !wanted.bigNull();
            if (!key) {
                return List.of();
            }
            int index = ((Expr.GroupKey) wanted.value()).index();
            order.add(new SortKey(
                    keys.get(index), collations.get(index), wanted.descending(), false));
        }
        if (order.isEmpty()) {
            return List.of();
        }
        left.forEach(i -> order.add(asOrder().get(i)));
        return order;
    }

    /**
     * The order whose first row decides, for a single min or max over everything; else null. A NULL
     * decides nothing.
     */
    public SortKey extreme() {
        if (!keys.isEmpty() || aggregates.size() != 1) {
            return null;
        }
        Expr.Aggregate aggregate = aggregates.get(0);
        boolean extreme = SelectPlan.isExtreme(aggregate)
                && aggregate.arguments().size() == 1
                && !aggregate.distinct()
                && aggregate.filter() == null;
        return !extreme
                ? null
                : new SortKey(
                        aggregate.arguments().get(0),
                        aggregate.collation(),
                        aggregate.function() == MinMaxAggregates.MAX,
                        false);
    }

    /** {@code count(*)} and nothing else of the rows. */
    public boolean isPlainCount() {
        if (!keys.isEmpty() || !bareColumns.isEmpty() || aggregates.size() != 1) {
            return false;
        }
        return aggregates.getFirst().isRowCount();
    }

    /**
     * How rows come to the grouping.
     *
     * @param together equal keys come next to each other
     * @param inOrder the groups come in the order that is wanted behind the grouping
     * @param distinctTogether equal {@link #distinctArguments} come next to each other
     * @param counted they need not come: see {@link Grouping#countShortcut}
     * @param first the first row decides
     */
    public record Input(
            boolean together,
            boolean inOrder,
            boolean distinctTogether,
            boolean counted,
            boolean first) {
        /** Rows in no order, all of which count. */
        public static final Input UNORDERED = new Input(false, false, false, false, false);
    }

    /**
     * A finished grouping.
     *
     * @param givesOrder the groups come in the order that is wanted of them
     */
    public record Grouped(Grouping grouping, boolean givesOrder) {}

    /**
     * The finished grouping.
     *
     * @param sort the order wanted behind it, which the grouping's own takes its directions from
     * @param ordered the groups should come in the order of their keys without being asked
     */
    public Grouped grouping(Expr having, Input rows, List<SortKey> sort, boolean ordered) {
        List<Boolean> directions = new ArrayList<>();
        boolean follow = !rows.together() && beginsWithKeys(sort);
        boolean inKeyOrder = ordered || (follow && !sort.isEmpty());
        for (int i = 0; i < keys.size(); i++) {
            directions.add(follow && i < sort.size() && sort.get(i).descending());
        }
        Grouping grouping = new Grouping(
                keys,
                List.copyOf(collations),
                List.copyOf(directions),
                gathering(rows.together()),
                inKeyOrder,
                List.copyOf(aggregates),
                List.copyOf(bareColumns),
                aggregates.stream().anyMatch(SelectPlan::isExtreme),
                rows.distinctTogether(),
                having,
                rows.counted(),
                rows.first());
        return new Grouped(grouping, rows.inOrder() || follow);
    }

    private SelectPlan.Gathering gathering(boolean together) {
        if (together) {
            return SelectPlan.Gathering.ORDERED;
        }
        return canHash() ? SelectPlan.Gathering.HASH : SelectPlan.Gathering.SORTER;
    }

    /** An aggregate that takes its rows in an order has a sorter, which serves one group only. */
    public boolean canHash() {
        return aggregates.stream().allMatch(aggregate -> aggregate.order().isEmpty());
    }

    /** The arguments of the only aggregate, if it is a DISTINCT one and there are no keys. */
    public List<SortKey> distinctArguments() {
        List<SortKey> order = new ArrayList<>();
        boolean only = keys.isEmpty() && aggregates.size() == 1 && bareColumns.isEmpty();
        if (only && aggregates.get(0).distinct() && aggregates.get(0).filter() == null) {
            for (Expr argument : aggregates.get(0).arguments()) {
                order.add(new SortKey(argument, Typing.collation(argument, binary), false, false));
            }
        }
        return order;
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
}
