package org.sqlvm.engine.plan.vector;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.access.EqualColumns;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.SourcePlaces;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.plan.vector.VectorFrom.Part;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.vector.query.HashJoinKind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tables that are connected by equal columns, as a tree: the rows of a table are the build side of
 * a hash join, and those of its parent probe them. The largest table is the root, which is scanned,
 * unless tables below would find several rows each. A table is small when it is probed, since its
 * own conditions and its children have dropped rows. If columns of several tables are equal, a
 * table hangs on the one from which it drops the most rows. The right side of a LEFT JOIN, and the
 * query of a semi-join, hang on the lowest table that knows the keys.
 */
final class VectorJoinTree {
    private final List<Part> parts;
    private final Sizes sizes;
    private final SourcePlaces places = new SourcePlaces();
    private final List<Expr> conditions = new ArrayList<>();

    /** Pairs of columns that are equal, from conditions or as it follows from them. */
    private final List<Expr.Compare> pairs = new ArrayList<>();

    private final List<Node> nodes = new ArrayList<>();
    private final List<Filter> filters = new ArrayList<>();
    private boolean certain = true;

    /** By column of those that keys have made equal: another one that is, nearer to the first. */
    private final Map<Place, Place> equal = new HashMap<>();

    private final Set<Expr> used = new HashSet<>();

    private record Place(int source, int column) {
        static Place of(Expr.Column column) {
            return new Place(column.source(), column.index());
        }
    }

    /**
     * A column of a table, and what it is equal to: a column of its parent or, for what is not an
     * inner join, any value that is known there.
     *
     * @param affinity of the comparison
     */
    record Key(Expr.Column own, Expr parents, Affinity affinity) {}

    /**
     * A condition that rows of a table, with what they have found, must pass.
     *
     * @param joined it is one of WHERE, or of an inner join: of all that comes of the tables
     */
    record Filter(Node node, Expr condition, boolean joined) {}

    /**
     * A table.
     *
     * @param conditions of an outer join or of a set: what its rows must be to be found, beside the
     *     keys
     */
    record Node(int place, Part part, List<Key> keys, List<Expr> conditions, List<Node> children) {
        Source source() {
            return part.source();
        }

        HashJoinKind kind() {
            return part.kind();
        }

        /** Whether a column is of this table or of one below. */
        boolean covers(Expr.Column column) {
            return column.source() == source().number()
                    || children.stream().anyMatch(child -> child.covers(column));
        }

        /** The places of this table and those below, as bits. */
        private long mask() {
            long mask = 1L << place;
            for (Node child : children) {
                mask |= child.mask();
            }
            return mask;
        }
    }

    private VectorJoinTree(List<Part> parts, Sizes sizes) {
        this.parts = parts;
        this.sizes = sizes;
        parts.forEach(part -> places.add(part.source()));
    }

    /** The tree of the tables, or null if equal columns do not connect them. */
    static VectorJoinTree of(VectorFrom from, Sizes sizes) {
        VectorJoinTree tree = new VectorJoinTree(from.parts(), sizes);
        tree.conditions.addAll(from.conditions());
        tree.findPairs();
        if (!tree.grow()) {
            return null;
        }
        assert tree.hasEachOnce() : tree.nodes;
        tree.placeFilters();
        return tree;
    }

    private boolean hasEachOnce() {
        assert Long.bitCount(root().mask()) == parts.size() : root();
        return nodes.stream().map(Node::place).distinct().count() == parts.size();
    }

    Node root() {
        return nodes.get(0);
    }

    /** The conditions that keys do not express. */
    List<Filter> filters() {
        return filters;
    }

    /** Whether the schema says that no probe finds rows which a condition refuses in the end. */
    boolean isCertain() {
        return certain;
    }

    // ------------------------------------------------------------------ the tree

    private void findPairs() {
        List<Term> terms = new ArrayList<>();
        for (Expr condition : conditions) {
            terms.add(Term.of(condition, places));
            if (condition instanceof Expr.Compare compare) {
                addPair(compare);
            }
        }
        new EqualColumns(terms).pairs().forEach(this::addPair);
    }

    private void addPair(Expr.Compare compare) {
        boolean fits = compare.operator() == Expr.CompareOperator.EQ
                && compare.left() instanceof Expr.Column left
                && compare.right() instanceof Expr.Column right
                && isInner(left)
                && isInner(right)
                && left.source() != right.source()
                && compare.comparison().affinity() != Affinity.TEXT
                && compare.comparison().collation() == Collation.BINARY;
        if (fits) {
            pairs.add(compare);
        }
    }

    private boolean isInner(Expr.Column column) {
        int place = places.place(column.source());
        return place >= 0 && parts.get(place).kind() == HashJoinKind.INNER;
    }

    private double rows(int place) {
        return sizes.rows(parts.get(place).source());
    }

    private boolean grow() {
        List<Integer> inner = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int place = 0; place < parts.size(); place++) {
            (parts.get(place).kind() == HashJoinKind.INNER ? inner : others).add(place);
        }
        inner.sort((a, b) -> Double.compare(rows(b), rows(a)));
        List<Integer> roots =
                inner.stream().filter(place -> parts.get(place).mayBeRoot()).toList();
        if (roots.isEmpty()) {
            return false;
        }
        Integer root = roots.stream()
                .filter(place -> grow(place, inner) && !multipliesBelow())
                .findFirst()
                .orElse(roots.getFirst());
        if (!grow(root, inner)) {
            return false;
        }
        root().children().sort((a, b) -> Boolean.compare(multiplies(a), multiplies(b)));
        return others.stream().allMatch(this::hang);
    }

    /** Connects the tables of inner joins below a root; false if equal columns do not. */
    private boolean grow(Integer root, List<Integer> inner) {
        nodes.clear();
        equal.clear();
        used.clear();
        certain = true;
        List<Integer> left = new ArrayList<>(inner);
        left.remove(root);
        add(root, null, List.of(), List.of());
        while (!left.isEmpty()) {
            Integer next = null;
            for (Integer place : left) {
                if (attach(place)) {
                    next = place;
                    break;
                }
            }
            if (next == null) {
                return false;
            }
            left.remove(next);
        }
        return true;
    }

    /** Whether a row that probes a stored table may find several of its rows. */
    private boolean multiplies(Node node) {
        return node.part().isStored() && !isUnique(node.place(), node.keys());
    }

    /**
     * Whether a table that is kept finds several rows of another one. What is kept would be all
     * their pairs, before the conditions of tables above refuse any.
     */
    private boolean multipliesBelow() {
        return nodes.stream()
                .filter(node -> node != root())
                .flatMap(node -> node.children().stream())
                .anyMatch(this::multiplies);
    }

    private void add(int place, Node parent, List<Key> keys, List<Expr> found) {
        Node node = new Node(place, parts.get(place), keys, found, new ArrayList<>());
        nodes.add(node);
        if (parent != null) {
            parent.children().add(node);
        }
    }

    /** Hangs a table on the best of those that are in the tree; false if it is equal to none. */
    private boolean attach(int place) {
        Node best = null;
        List<Key> bestKeys = List.of();
        for (Node parent : nodes) {
            List<Key> keys = keys(place, parent);
            if (!keys.isEmpty()
                    && (best == null || isBetter(place, parent, keys, best, bestKeys))) {
                best = parent;
                bestKeys = keys;
            }
        }
        if (best == null) {
            return false;
        }
        int connected = 0;
        for (Node parent : nodes) {
            connected += keys(place, parent).isEmpty() ? 0 : 1;
        }
        certain &= connected == 1 || isUnique(place, bestKeys);
        add(place, best, bestKeys, List.of());
        bestKeys.forEach(this::use);
        return true;
    }

    /** Hangs what is not an inner join where its values are known; false if it has no keys. */
    private boolean hang(int place) {
        long own = 1L << place;
        List<Key> keys = new ArrayList<>();
        List<Expr> found = new ArrayList<>();
        List<Expr> filters = new ArrayList<>();
        long outer = 0;
        for (Expr condition : parts.get(place).item().on()) {
            for (Expr part : Exprs.conjuncts(condition)) {
                long sources = Exprs.sources(part, places);
                if ((sources & ~own) == 0) {
                    filters.add(part);
                    continue;
                }
                outer |= sources & ~own;
                Key key = part instanceof Expr.Compare compare ? key(compare, own) : null;
                if (key != null && isNew(key, keys)) {
                    keys.add(key);
                } else {
                    found.add(part);
                }
            }
        }
        if (keys.isEmpty() || (outer & ~root().mask()) != 0) {
            return false;
        }
        certain &= isUnique(place, keys) || !isFoundByIndex(place, keys, found);
        add(place, lowest(outer), List.copyOf(keys), List.copyOf(found));
        Node node = nodes.getLast();
        filters.forEach(filter -> this.filters.add(new Filter(node, filter, false)));
        return true;
    }

    /**
     * Whether an index finds what conditions beside the keys want without looking at all rows that
     * have the keys.
     */
    private boolean isFoundByIndex(int place, List<Key> keys, List<Expr> conditions) {
        Source source = parts.get(place).source();
        Set<Integer> compared = new HashSet<>();
        for (Expr condition : conditions) {
            boolean differs = condition instanceof Expr.Compare compare
                    && (compare.operator() == Expr.CompareOperator.NE
                            || compare.operator() == Expr.CompareOperator.IS_NOT);
            if (!differs) {
                compared.addAll(Exprs.columns(List.of(condition), source.number()));
            }
        }
        Set<Integer> equal = new HashSet<>();
        keys.forEach(key -> equal.add(key.own().index()));
        boolean byRowid =
                compared.stream().anyMatch(column -> Sizes.isRowid(source.table(), column));
        return byRowid
                || source.table().indexes().stream()
                        .anyMatch(index -> reaches(index, equal, compared));
    }

    /** Whether one of {@code compared} stands behind columns that are {@code equal}, or first. */
    private static boolean reaches(Index index, Set<Integer> equal, Set<Integer> compared) {
        for (Index.IndexColumn column : index.columns().subList(0, index.keyCount())) {
            if (compared.contains(column.tableColumn())) {
                return true;
            }
            if (!equal.contains(column.tableColumn())) {
                return false;
            }
        }
        return false;
    }

    /** What a condition says of a column of a table; null if it is not an equality of keys. */
    private Key key(Expr.Compare compare, long own) {
        Affinity affinity = compare.comparison().affinity();
        boolean fits = compare.operator() == Expr.CompareOperator.EQ
                && affinity != Affinity.TEXT
                && affinity != Affinity.REAL
                && compare.comparison().collation() == Collation.BINARY;
        if (!fits) {
            return null;
        }
        if (isColumn(compare.left(), own) && (Exprs.sources(compare.right(), places) & own) == 0) {
            return new Key((Expr.Column) compare.left(), compare.right(), affinity);
        }
        return isColumn(compare.right(), own) && (Exprs.sources(compare.left(), places) & own) == 0
                ? new Key((Expr.Column) compare.right(), compare.left(), affinity)
                : null;
    }

    private boolean isColumn(Expr expression, long own) {
        return expression instanceof Expr.Column column && places.bit(column.source()) == own;
    }

    private boolean isBetter(
            int place, Node parent, List<Key> keys, Node best, List<Key> bestKeys) {
        boolean unique = isUnique(place, keys);
        if (unique != isUnique(place, bestKeys)) {
            return unique;
        }
        if (keys.size() != bestKeys.size()) {
            return keys.size() > bestKeys.size();
        }
        // The rows of the root are scanned anyway; others become fewer to be kept.
        return best == root() || (parent != root() && rows(parent.place()) > rows(best.place()));
    }

    private List<Key> keys(int place, Node parent) {
        int own = parts.get(place).source().number();
        int other = parent.source().number();
        List<Key> keys = new ArrayList<>();
        for (Expr.Compare pair : pairs) {
            Expr.Column left = (Expr.Column) pair.left();
            Expr.Column right = (Expr.Column) pair.right();
            Affinity affinity = pair.comparison().affinity();
            Key key = null;
            if (left.source() == own && right.source() == other) {
                key = new Key(left, right, affinity);
            } else if (right.source() == own && left.source() == other) {
                key = new Key(right, left, affinity);
            }
            if (key != null && isNew(key, keys)) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static boolean isNew(Key key, List<Key> keys) {
        return keys.stream().noneMatch(known -> known.own().equals(key.own()));
    }

    /** Whether at most one row of a table has given values for the keys. */
    private boolean isUnique(int place, List<Key> keys) {
        Source source = parts.get(place).source();
        Set<Integer> columns = new HashSet<>();
        for (Key key : keys) {
            columns.add(key.own().index());
            if (Sizes.isUnique(source, key.own().index())) {
                return true;
            }
        }
        for (Index index : source.table().indexes()) {
            boolean told = index.unique()
                    && index.isPlain()
                    && index.columns().subList(0, index.keyCount()).stream()
                            .allMatch(column -> columns.contains(column.tableColumn()));
            if (told) {
                return true;
            }
        }
        return false;
    }

    // ------------------------------------------------------------------ conditions

    private void use(Key key) {
        for (Expr condition : conditions) {
            if (condition instanceof Expr.Compare compare && says(compare, key)) {
                used.add(condition);
            }
        }
        join(key.own(), (Expr.Column) key.parents());
    }

    private static boolean says(Expr.Compare compare, Key key) {
        boolean same = compare.left().equals(key.own()) && compare.right().equals(key.parents());
        boolean turned = compare.left().equals(key.parents()) && compare.right().equals(key.own());
        return compare.operator() == Expr.CompareOperator.EQ
                && compare.comparison().affinity() == key.affinity()
                && compare.comparison().collation() == Collation.BINARY
                && (same || turned);
    }

    /** Only of columns of one affinity it follows that a = c if a = b and b = c. */
    private void join(Expr.Column left, Expr.Column right) {
        Place first = first(Place.of(left));
        Place second = first(Place.of(right));
        if (left.affinity() == right.affinity() && !first.equals(second)) {
            equal.put(second, first);
        }
    }

    private Place first(Place column) {
        Place found = column;
        while (equal.containsKey(found)) {
            found = equal.get(found);
        }
        return found;
    }

    /** Each condition that is left goes to the lowest table that knows all its columns. */
    private void placeFilters() {
        for (Expr condition : conditions) {
            if (used.contains(condition) || follows(condition)) {
                continue;
            }
            filters.add(new Filter(lowest(Exprs.sources(condition, places)), condition, true));
        }
    }

    /** The lowest table whose rows, with what they have found, have the columns of sources. */
    private Node lowest(long sources) {
        Node node = root();
        boolean lower = sources != 0;
        while (lower) {
            lower = false;
            for (Node child : node.children()) {
                if (child.kind() == HashJoinKind.INNER && (sources & ~child.mask()) == 0) {
                    node = child;
                    lower = true;
                    break;
                }
            }
        }
        return node;
    }

    /** Whether keys, and conditions before, have made both sides equal. */
    private boolean follows(Expr condition) {
        boolean equality = condition instanceof Expr.Compare compare && pairs.contains(compare);
        if (!equality) {
            return false;
        }
        Expr.Column left = (Expr.Column) ((Expr.Compare) condition).left();
        Expr.Column right = (Expr.Column) ((Expr.Compare) condition).right();
        if (left.affinity() != right.affinity()) {
            return false;
        }
        if (first(Place.of(left)).equals(first(Place.of(right)))) {
            return true;
        }
        join(left, right);
        return false;
    }
}
