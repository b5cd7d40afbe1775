package org.sqlvm.engine.plan.vector;

import org.sqlvm.engine.plan.access.GivenPath;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.plan.physical.SelectPlan.VectorInput;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.vector.query.GivenColumns;
import org.sqlvm.engine.vector.query.HashJoinKind;
import org.sqlvm.engine.vector.query.VectorBuild;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorPipeline.Probe;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A join of tables runs on vectors, and an aggregation over one, if everything in it is known there
 * (see {@link VectorExpressions}) and columns that are to be equal connect all tables. The largest
 * table is scanned; {@link VectorJoinTree} says which tables' rows are found from whose. Where it
 * is rows that are wanted, conditions that are not known are tested when those have come.
 */
final class VectorJoinRule {
    private final List<Expr> constants;

    /** Of a UNION ALL those of the SELECTs before, too. */
    private final List<Input> inputs;

    /** By place of a source. */
    private final Input[] bySource;

    /** The first source's place among those of all SELECTs. */
    private final int firstSource;

    /** Rows may come in another order than that of the tables. */
    private final boolean anyOrder;

    private VectorJoinRule(
            List<Expr> constants,
            List<Input> inputs,
            int firstSource,
            int sourceCount,
            boolean anyOrder) {
        this.constants = constants;
        this.inputs = inputs;
        this.firstSource = firstSource;
        this.anyOrder = anyOrder;
        bySource = new Input[sourceCount];
    }

    /** Of one SELECT. */
    private VectorJoinRule(int sourceCount, boolean anyOrder) {
        this(new ArrayList<>(), new ArrayList<>(), 0, sourceCount, anyOrder);
    }

    /** A table with what is done with its rows. */
    private final class Input {
        final VectorJoinTree.Node node;
        final List<Input> children = new ArrayList<>();
        final VectorExpressions expressions = new VectorExpressions(constants, this::load);
        final List<Integer> columns = new ArrayList<>();
        final List<Integer> outputs = new ArrayList<>();

        /** The registers of the columns by which its rows are found. */
        final List<Integer> keys = new ArrayList<>();

        final List<Probe> probes = new ArrayList<>();
        final boolean isRoot;
        int number;

        Input(VectorJoinTree.Node node, boolean isRoot) {
            this.node = node;
            this.isRoot = isRoot;
            bySource[node.place()] = this;
            node.children().forEach(child -> children.add(new Input(child, false)));
        }

        private Step.Load load(Expr expression) {
            if (!(expression instanceof Expr.Column column)) {
                return null;
            }
            if (column.source() == node.source().number()) {
                int stored = VectorRule.stored(node.source().table(), column);
                boolean none = stored == VectorRule.VIRTUAL
                        || (stored == Expr.Column.ROWID && node.part().given() != null);
                return none ? null : new Step.Load(0, VectorExpressions.place(columns, stored));
            }
            for (int i = 0; i < children.size(); i++) {
                if (children.get(i).node.covers(column)) {
                    return new Step.Load(i + 1, children.get(i).output(column));
                }
            }
            return null;
        }

        /** The place of a column among those that are kept. */
        private int output(Expr.Column column) {
            return VectorExpressions.place(outputs, expressions.value(column));
        }

        /** Numbers the inputs, each after those that it probes, and connects them. */
        private void connect() {
            for (Input child : children) {
                child.connect();
                child.number = inputs.size();
                inputs.add(child);
                List<Integer> wanted = new ArrayList<>();
                for (VectorJoinTree.Key key : child.node.keys()) {
                    int register = child.expressions.value(key.own());
                    if (child.node.kind() != HashJoinKind.NOT_IN) {
                        child.expressions.filterNull(register);
                    }
                    child.keys.add(register);
                    wanted.add(expressions.value(key.parents()));
                }
                List<Condition> found = new ArrayList<>();
                child.node.conditions().forEach(part -> found.add(expressions.condition(part)));
                probes.add(new Probe(child.number, List.copyOf(wanted), List.copyOf(found)));
            }
        }

        private VectorPipeline pipeline() {
            return expressions.pipeline(List.copyOf(probes));
        }

        private VectorInput planned() {
            List<Boolean> numeric =
                    node.keys().stream().map(key -> key.affinity().isNumeric()).toList();
            VectorBuild build = isRoot
                    ? null
                    : new VectorBuild(
                            node.kind(),
                            pipeline(),
                            List.copyOf(keys),
                            numeric,
                            List.copyOf(outputs));
            return new VectorInput(
                    firstSource + node.place(),
                    List.copyOf(columns),
                    build,
                    anyOrder ? VectorRule.narrowIndex(node.source(), columns) : null,
                    node.part().given() == null ? null : given(node.part().given()));
        }

        private GivenColumns given(GivenPath path) {
            List<Integer> arguments = new ArrayList<>();
            path.scan()
                    .arguments()
                    .forEach(argument -> arguments.add(
                            VectorExpressions.place(constants, argument.values().getFirst())));
            return new GivenColumns(path.scan().plan(), arguments);
        }
    }

    /**
     * What is computed, or null if the row engine does.
     *
     * @param groupings what is grouped of each of {@code froms}, which are the SELECTs of a UNION
     *     ALL, or one; nulls for the values of rows
     * @param rows what those stand for; null for groups
     * @param known only where the schema says that no more rows are found than are of use
     */
    static SelectPlan.Vectors of(
            List<VectorFrom> froms,
            List<Grouping> groupings,
            SelectPlan.VectorRows rows,
            Sizes sizes,
            boolean known) {
        List<Expr> constants = new ArrayList<>();
        List<Input> inputs = new ArrayList<>();
        List<VectorQuery> queries = new ArrayList<>();
        int sourceCount = 0;
        for (int i = 0; i < froms.size(); i++) {
            VectorFrom from = froms.get(i);
            Grouping grouping = groupings.get(i);
            boolean fits = grouping == null || VectorRule.groups(grouping);
            VectorJoinTree tree = fits ? VectorJoinTree.of(from, sizes) : null;
            if (tree == null || (known && !tree.isCertain())) {
                return null;
            }
            int count = from.parts().size();
            boolean anyOrder = grouping != null && VectorRule.isOfAnyOrder(grouping);
            VectorJoinRule rule =
                    new VectorJoinRule(constants, inputs, sourceCount, count, anyOrder);
            queries.add(
                    grouping == null
                            ? rule.values(tree, from.block().values())
                            : rule.groups(tree, grouping));
            sourceCount += count;
        }
        return planned(inputs, queries, constants, rows);
    }

    /**
     * The rows of a join, or null if there is something in it that vectors do not know.
     *
     * @param wanted what is computed of each row afterwards
     * @param top which rows are wanted; null for all
     * @param known as {@link #of}
     */
    static SelectPlan.Vectors rows(
            VectorFrom from, List<Expr> wanted, TopRule.Top top, Sizes sizes, boolean known) {
        VectorJoinTree tree = VectorJoinTree.of(from, sizes);
        if (tree == null || (known && !tree.isCertain())) {
            return null;
        }
        return new VectorJoinRule(from.parts().size(), false).rows(tree, wanted, top);
    }

    /**
     * The rows below windows, or null if there is something in it that vectors do not know.
     *
     * @param wanted the windows' inputs
     * @param known as {@link #of}
     */
    static SelectPlan.Vectors windows(
            VectorFrom from, List<Expr> wanted, Sizes sizes, boolean known) {
        VectorJoinTree tree = VectorJoinTree.of(from, sizes);
        if (tree == null || (known && !tree.isCertain())) {
            return null;
        }
        VectorJoinRule rule = new VectorJoinRule(from.parts().size(), false);
        List<VectorQuery> queries = List.of(rule.values(tree, wanted));
        SelectPlan.VectorRows rows = SelectPlan.VectorRows.FOR_WINDOWS;
        return planned(rule.inputs, queries, rule.constants, rows);
    }

    private SelectPlan.Vectors rows(VectorJoinTree tree, List<Expr> wanted, TopRule.Top top) {
        Input root = connected(tree);
        List<Expr> rest = new ArrayList<>();
        for (VectorJoinTree.Filter filter : tree.filters()) {
            VectorExpressions expressions = bySource[filter.node().place()].expressions;
            if (expressions.filterIfKnown(filter.condition())) {
                continue;
            }
            // Rows that such a condition drops later must not count among the first.
            if (top != null || !filter.joined() || isSeen(filter.condition())) {
                return null;
            }
            rest.add(filter.condition());
        }
        List<Expr.Column> columns = new ArrayList<>();
        List<Expr> read = new ArrayList<>(wanted);
        read.addAll(rest);
        for (Expr expression : read) {
            Exprs.walk(expression, part -> {
                if (part instanceof Expr.Column column) {
                    VectorExpressions.place(columns, column);
                }
            });
        }
        List<Integer> values = new ArrayList<>();
        columns.forEach(column -> values.add(root.expressions.value(column)));
        VectorQuery.Top first = top == null ? null : first(root, top);
        return planned(
                inputs,
                List.of(VectorQuery.ofTop(root.pipeline(), List.copyOf(values), first)),
                constants,
                new SelectPlan.VectorRows(List.copyOf(columns), List.copyOf(rest)));
    }

    private VectorQuery.Top first(Input root, TopRule.Top top) {
        SortKey key = top.key();
        return new VectorQuery.Top(
                root.expressions.failingValue(key.value()),
                key.descending(),
                key.bigNull() == key.descending(),
                VectorExpressions.place(constants, top.limit()),
                top.offset() == null ? -1 : VectorExpressions.place(constants, top.offset()));
    }

    /**
     * Whether somebody might see that a condition is tested for all rows of the join, and not for
     * those of the only table that it reads.
     */
    private static boolean isSeen(Expr condition) {
        Set<Integer> sources = new HashSet<>();
        boolean[] called = {false};
        Exprs.walk(condition, part -> {
            if (part instanceof Expr.Column column) {
                sources.add(column.source());
            }
            called[0] |= part instanceof Expr.Call call
                    && (call.function() instanceof RegisteredFunction
                            || !call.function().isDeterministic());
        });
        return called[0] && sources.size() < 2;
    }

    private Input connected(VectorJoinTree tree) {
        Input root = new Input(tree.root(), true);
        root.number = inputs.size();
        inputs.add(root);
        root.connect();
        return root;
    }

    /** The root of the inputs, which have the conditions of the tree. */
    private Input filtered(VectorJoinTree tree) {
        Input root = connected(tree);
        for (VectorJoinTree.Filter filter : tree.filters()) {
            bySource[filter.node().place()].expressions.filter(filter.condition());
        }
        return root;
    }

    private VectorQuery values(VectorJoinTree tree, List<Expr> wanted) {
        Input root = filtered(tree);
        List<Integer> values = new ArrayList<>();
        wanted.forEach(value -> values.add(root.expressions.value(value)));
        return VectorQuery.ofRows(root.pipeline(), List.copyOf(values));
    }

    private VectorQuery groups(VectorJoinTree tree, Grouping grouping) {
        Input root = filtered(tree);
        List<Integer> keys = root.expressions.keys(grouping);
        List<VectorQuery.Call> calls = root.expressions.calls(grouping, false);
        return new VectorQuery(root.pipeline(), keys, calls);
    }

    /** Null if something is not known on vectors. */
    private static SelectPlan.Vectors planned(
            List<Input> inputs,
            List<VectorQuery> queries,
            List<Expr> constants,
            SelectPlan.VectorRows rows) {
        if (!inputs.stream().allMatch(input -> input.expressions.fit())) {
            return null;
        }
        List<VectorInput> planned = inputs.stream().map(Input::planned).toList();
        return new SelectPlan.Vectors(planned, List.copyOf(queries), List.copyOf(constants), rows);
    }
}
