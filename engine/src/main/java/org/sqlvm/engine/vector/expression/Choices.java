package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * CASE on vectors: every result is computed for all rows, since none can fail, and each row takes
 * the result of its first true condition.
 */
final class Choices {
    private final Filter filter;
    private final int words;

    private final int vectorRows;

    /** The CASEs that are bound to the current partition. */
    private final Map<Step.Choice, Bound> known = new IdentityHashMap<>();

    /**
     * A CASE bound to a partition; CASEs may be nested.
     *
     * @param conditions the bound conditions
     * @param chosen by row: the number of its result; ELSE is the last
     */
    private record Bound(List<BoundCondition> conditions, int[] chosen) {}

    Choices(Filter filter, int vectorRows) {
        this.filter = filter;
        this.words = Bits.words(vectorRows);
        this.vectorRows = vectorRows;
    }

    /** Begins a partition. */
    void enter() {
        known.clear();
    }

    void choose(Step.Choice choice, VectorRegisters registers, Vector target) {
        int count = registers.count();
        int[] chosen = decide(choice, count);
        Vector[] results = new Vector[choice.results().size() + 1];
        for (int i = 0; i < choice.results().size(); i++) {
            results[i] = registers.get(choice.results().get(i));
        }
        results[results.length - 1] = registers.get(choice.otherwise());
        int kind = results[0].kind;
        boolean nulls = false;
        for (Vector result : results) {
            kind = result.kind == kind ? kind : Vector.OBJECTS;
            nulls |= result.hasNulls;
        }
        switch (kind) {
            case Vector.LONGS -> takeLongs(results, chosen, count, target.makeLongs());
            case Vector.DOUBLES -> takeDoubles(results, chosen, count, target.makeDoubles());
            default -> takeEach(results, chosen, count, target.makeObjects());
        }
        if (nulls && kind != Vector.OBJECTS) {
            boolean[] flags = target.makeNulls(count);
            for (int i = 0; i < count; i++) {
                flags[i] = results[chosen[i]].isNull(i);
            }
        }
    }

    private int[] decide(Step.Choice choice, int count) {
        Bound bound = known.get(choice);
        if (bound == null) {
            bound = bind(choice);
            known.put(choice, bound);
        }
        List<BoundCondition> conditions = bound.conditions();
        int[] chosen = bound.chosen();
        Arrays.fill(chosen, 0, count, conditions.size());
        long[] left = new long[words];
        Bits.fill(left, count);
        for (int number = 0; number < conditions.size() && !Bits.isEmpty(left, words); number++) {
            long[] taken = left.clone();
            filter.keep(conditions.get(number), taken);
            for (int word = 0; word < words; word++) {
                left[word] &= ~taken[word];
                for (long rest = taken[word]; rest != 0; rest &= rest - 1) {
                    chosen[word * Long.SIZE + Long.numberOfTrailingZeros(rest)] = number;
                }
            }
        }
        assert Checks.areBelow(chosen, count, conditions.size() + 1) : conditions.size();
        return chosen;
    }

    private Bound bind(Step.Choice choice) {
        List<BoundCondition> conditions = new ArrayList<>();
        for (Condition condition : choice.conditions()) {
            conditions.add(filter.prepareAll(List.of(condition)));
        }
        return new Bound(conditions, new int[vectorRows]);
    }

    private static void takeLongs(Vector[] results, int[] chosen, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = results[chosen[i]].longs[i];
        }
    }

    private static void takeDoubles(Vector[] results, int[] chosen, int count, double[] target) {
        for (int i = 0; i < count; i++) {
            target[i] = results[chosen[i]].doubles[i];
        }
    }

    private static void takeEach(Vector[] results, int[] chosen, int count, Object[] target) {
        for (int i = 0; i < count; i++) {
            Vector result = results[chosen[i]];
            target[i] = result.isNull(i) ? SqlNull.NULL : result.get(i);
        }
    }
}
