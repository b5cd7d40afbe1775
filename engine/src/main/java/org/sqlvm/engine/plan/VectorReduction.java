package org.sqlvm.engine.plan;

import org.sqlvm.engine.plan.VectorJoinTree.Filter;
import org.sqlvm.engine.plan.VectorJoinTree.Key;
import org.sqlvm.engine.plan.VectorJoinTree.Node;
import org.sqlvm.engine.vector.LookupKind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Of a set, and of what is to the right of a LEFT JOIN, only rows matter that somebody looks for.
 * Where conditions leave few who do, their keys are found out first: the parent's table is read
 * once more with the inner joins below it, and only rows with one of its keys are kept of the
 * child. In {@code o.date > '1996' AND EXISTS (SELECT * FROM l WHERE l.key = o.key)} those are the
 * rows of l that belong to an order of that time, and not all there are. Children that are looked
 * for by the same columns share the keys.
 *
 * <p>The idea is the semi-join reduction of P. Bernstein and D.-M. Chiu, Using Semi-Joins to Solve
 * Relational Queries, JACM 1981.
 */
final class VectorReduction {
    static final String NAME = "reduce";

    /** The parent's table may have so many times more rows than the child's: its are read only. */
    private static final double ROWS_FACTOR = 2;

    private final VectorFrom from;
    private final VectorJoinTree tree;
    private final Sizes sizes;

    /** By the parent's columns: what has the keys. */
    private final Map<List<Expr>, Node> known = new HashMap<>();

    VectorReduction(VectorFrom from, VectorJoinTree tree, Sizes sizes) {
        this.from = from;
        this.tree = tree;
        this.sizes = sizes;
    }

    /** Adds to the tree what has fewer rows looked through. */
    void apply() {
        if (!from.isOn(NAME)) {
            return;
        }
        for (Node parent : List.copyOf(tree.nodes())) {
            List.copyOf(parent.children()).forEach(child -> reduce(child, parent));
        }
    }

    private void reduce(Node child, Node parent) {
        List<Key> keys = new ArrayList<>();
        for (Key key : child.keys()) {
            boolean own = key.parents() instanceof Expr.Column column
                    && column.source() == parent.source().number();
            if (own) {
                keys.add(new Key((Expr.Column) key.parents(), key.own(), key.affinity()));
            }
        }
        boolean useful = (child.kind() == LookupKind.SEMI
                        || child.kind() == LookupKind.ANTI
                        || child.kind() == LookupKind.LEFT)
                && child.part().isStored()
                && !child.part().repeated()
                && parent.part().isStored()
                && !keys.isEmpty()
                && from.parts().size() < Long.SIZE
                && isFiltered(parent)
                && rows(parent) <= ROWS_FACTOR * rows(child);
        if (useful) {
            child.children().add(keysOf(parent, keys));
        }
    }

    private double rows(Node node) {
        return sizes.rows(node.source());
    }

    /** Whether not all of a table's rows look for others. */
    private boolean isFiltered(Node node) {
        return tree.filters().stream().anyMatch(filter -> filter.node().place() == node.place())
                || refusing(node).stream().anyMatch(child -> !child.part().isStored())
                || refusing(node).stream().anyMatch(this::isFiltered);
    }

    /** What refuses rows before the others are looked up. */
    private static List<Node> refusing(Node node) {
        return node.children().stream()
                .filter(child -> child.kind() == LookupKind.INNER
                        || (child.kind() == LookupKind.SEMI && !child.part().isStored()))
                .toList();
    }

    private Node keysOf(Node parent, List<Key> keys) {
        List<Expr> columns = new ArrayList<>();
        keys.forEach(key -> columns.add(key.own()));
        Node made = known.get(columns);
        boolean same = made != null && affinities(made.keys()).equals(affinities(keys));
        if (same) {
            return new Node(
                    made.place(), made.part(), keys, List.of(), made.children(), made.columns());
        }
        VectorFrom.Part part = from.repeat(parent.part());
        made = new Node(
                from.parts().size() - 1,
                part,
                keys,
                List.of(),
                new ArrayList<>(refusing(parent)),
                parent.source().number());
        for (Filter filter : List.copyOf(tree.filters())) {
            if (filter.node().place() == parent.place() && isKnown(filter.condition(), made)) {
                tree.filters().add(new Filter(made, filter.condition(), false));
            }
        }
        known.put(columns, made);
        return made;
    }

    private static List<Object> affinities(List<Key> keys) {
        List<Object> affinities = new ArrayList<>();
        keys.forEach(key -> affinities.add(key.affinity()));
        return affinities;
    }

    /** Whether all columns of a condition are those of a table or of what it is joined with. */
    private static boolean isKnown(Expr condition, Node node) {
        boolean known = !(condition instanceof Expr.Column column) || node.covers(column);
        return known && Exprs.children(condition).stream().allMatch(part -> isKnown(part, node));
    }
}
