package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.Outer;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Typing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The types of a recursive table's columns. Each is that of the SELECTs that do not read the table,
 * joined with those of the steps, which do. SQLite decides the columns from left to right: a step
 * that reads the table sees the affinities of columns to the left, none of columns to the right,
 * and of the column itself what the SELECTs before this step gave. A query in a step's FROM was
 * typed before any of them.
 */
final class RecursiveTypes {
    /** Affinities of the working row's columns, as far as they are decided. */
    private final List<Affinity> decided;

    private RecursiveTypes(int columns) {
        this.decided = new ArrayList<>(columns);
    }

    /** The types that the working row's columns have before the first of them is decided. */
    static List<Query.Type> undecided(List<Query.Type> initial) {
        return initial.stream().map(Query.Type::ofAny).toList();
    }

    /**
     * The types of the columns.
     *
     * @param initial those of the SELECTs that do not read the table
     * @param steps resolved with a working row of {@link #undecided} types
     */
    static List<Query.Type> of(List<Query.Type> initial, List<Query> steps) {
        RecursiveTypes types = new RecursiveTypes(initial.size());
        List<Query.Type> joined = new ArrayList<>();
        for (int column = 0; column < initial.size(); column++) {
            joined.add(types.decide(column, initial.get(column), steps));
        }
        return List.copyOf(joined);
    }

    private Query.Type decide(int column, Query.Type initial, List<Query> steps) {
        Query.Type type = initial;
        decided.add(type.first());
        for (Query step : steps) {
            type = Query.Type.joined(type, typeOf(step, column));
            decided.set(column, type.first());
        }
        decided.set(column, type.affinity());
        return type;
    }

    private Query.Type typeOf(Query step, int column) {
        return step instanceof Query.Block block
                ? Query.Type.of(known(block.values().get(column), working(block), Map.of()))
                : step.types().get(column);
    }

    private static Set<Integer> working(Query.Block block) {
        Set<Integer> sources = new HashSet<>();
        for (FromItem item : block.from()) {
            if (item.source().relation() instanceof Relation.Working) {
                sources.add(item.source().number());
            }
        }
        return sources;
    }

    /**
     * {@code value} with the affinities that are known.
     *
     * @param working the sources of this query that are the working row
     * @param outers affinities of the values of queries around this one, by slot
     */
    private Expr known(Expr value, Set<Integer> working, Map<Integer, Affinity> outers) {
        return switch (value) {
            case Expr.Column column
            when working.contains(column.source()) ->
                new Expr.Column(
                        column.source(),
                        column.index(),
                        column.name(),
                        column.index() < decided.size()
                                ? decided.get(column.index())
                                : Affinity.NONE,
                        column.collation());
            case Outer outer ->
                new Outer(
                        outer.slot(),
                        outers.getOrDefault(outer.slot(), outer.affinity()),
                        outer.collation());
            case Expr.ScalarQuery scalar -> {
                // Its type is its affinity, as that of a value from outside is.
                Affinity affinity = affinity(scalar, working, outers);
                yield new Outer(-1, affinity, null);
            }
            default -> Exprs.mapChildren(value, child -> known(child, working, outers));
        };
    }

    private Affinity affinity(
            Expr.ScalarQuery scalar, Set<Integer> working, Map<Integer, Affinity> outers) {
        Map<Integer, Affinity> inside = new HashMap<>(outers);
        for (Expr.Argument argument : scalar.nested().arguments()) {
            Expr value = known(argument.value(), working, outers);
            inside.put(argument.slot(), Typing.affinity(value));
        }
        return affinity(scalar.nested().query(), scalar.column(), inside);
    }

    /** The affinity of a query's column: of a compound the last SELECT's. */
    private Affinity affinity(Query query, int column, Map<Integer, Affinity> outers) {
        return switch (query) {
            case Query.Compound compound -> affinity(compound.right(), column, outers);
            case Query.Sorted sorted -> affinity(sorted.body(), column, outers);
            case Query.Recursive recursive -> recursive.types().get(column).affinity();
            case Query.Values values ->
                Typing.affinity(known(values.rows().getLast().get(column), Set.of(), outers));
            case Query.Block block -> {
                Expr value = block.values().get(column);
                yield Typing.affinity(known(value, working(block), outers));
            }
        };
    }
}
