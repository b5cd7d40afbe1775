package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.stats.Sizes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Columns that the conditions of a query hold equal, in classes. So {@code a = b AND b = c AND c =
 * 5} says that {@code a = c} and {@code a = 5}, which an index may need. And if one column of a
 * class is the key of its table, the others, foreign keys as a rule, have no more different values
 * than that table has rows.
 */
public final class EqualColumns {
    /** With more equal columns than this, conditions between each two gain nothing. */
    private static final int CLASS_SIZE_MAX = 16;

    /**
     * A column under a collation: as the value of a query it compares as BINARY, whatever its own
     * collation is, and equality under one says nothing of the other.
     */
    private record Place(int source, int column, Collation collation) {}

    private final Map<Place, Place> parents = new HashMap<>();
    /** In the order of the conditions. */
    private final Map<Place, Expr.Column> columns = new LinkedHashMap<>();

    private final Map<Place, Double> keyRows = new HashMap<>();

    public EqualColumns(List<Term> terms) {
        for (Term term : terms) {
            if (term.condition() instanceof Expr.Compare compare
                    && compare.operator() == Expr.CompareOperator.EQ
                    && compare.left() instanceof Expr.Column left
                    && compare.right() instanceof Expr.Column right
                    && left.affinity() == right.affinity()
                    && left.collation().equals(right.collation())) {
                columns.putIfAbsent(place(left), left);
                columns.putIfAbsent(place(right), right);
                Place first = representative(left);
                Place second = representative(right);
                if (!first.equals(second)) {
                    parents.put(second, first);
                }
                assert representative(left).equals(representative(right)) : compare;
            }
        }
    }

    private static Place place(Expr.Column column) {
        return new Place(column.source(), column.index(), column.collation());
    }

    /** Equal for columns of one class. */
    private Place representative(Expr.Column column) {
        Place found = place(column);
        while (parents.containsKey(found)) {
            found = parents.get(found);
        }
        return found;
    }

    /** An object that is equal for columns of one class. */
    Object classOf(Expr.Column column) {
        return representative(column);
    }

    /** Finds the columns that are keys of their tables. */
    void measure(List<FromItem> items, Sizes sizes) {
        Map<Integer, Source> sources = new HashMap<>();
        items.forEach(item -> sources.put(item.source().number(), item.source()));
        for (Expr.Column column : columns.values()) {
            Source source = sources.get(column.source());
            if (source != null && sizes.isKnown(source) && Sizes.isUnique(source, column.index())) {
                keyRows.merge(representative(column), sizes.rows(source), Math::min);
            }
        }
    }

    /** How many different values a column has at most; -1 if nothing tells. */
    double values(Expr.Column column) {
        return keyRows.getOrDefault(representative(column), -1.0);
    }

    /** Equalities with constants, for all columns of a class in which one has it. */
    List<Expr.Compare> constants(List<Term> terms) {
        List<Expr.Compare> derived = new ArrayList<>();
        for (Term term : terms) {
            if (term.condition() instanceof Expr.Compare compare
                    && compare.operator() == Expr.CompareOperator.EQ
                    && compare.left() instanceof Expr.Column known
                    && compare.right() instanceof Expr.Constant
                    && compare.comparison().collation().equals(known.collation())) {
                for (Expr.Column other : columns.values()) {
                    if (!other.equals(known)
                            && representative(other).equals(representative(known))) {
                        derived.add(new Expr.Compare(
                                compare.operator(), other, compare.right(), compare.comparison()));
                    }
                }
            }
        }
        return derived;
    }

    /** Equalities between each two columns of a class, written or not. */
    public List<Expr.Compare> pairs() {
        Map<Place, List<Expr.Column>> classes = new LinkedHashMap<>();
        for (Expr.Column column : columns.values()) {
            classes.computeIfAbsent(representative(column), _ -> new ArrayList<>())
                    .add(column);
        }
        List<Expr.Compare> pairs = new ArrayList<>();
        for (List<Expr.Column> members : classes.values()) {
            int count = members.size() > CLASS_SIZE_MAX ? 0 : members.size();
            for (int i = 0; i < count; i++) {
                for (int k = i + 1; k < count; k++) {
                    Expr.Column left = members.get(i);
                    Expr.Column right = members.get(k);
                    pairs.add(new Expr.Compare(
                            Expr.CompareOperator.EQ,
                            left,
                            right,
                            Typing.comparison(left, right, left.collation())));
                }
            }
        }
        assert pairs.stream().distinct().count() == pairs.size() : pairs;
        return pairs;
    }
}
