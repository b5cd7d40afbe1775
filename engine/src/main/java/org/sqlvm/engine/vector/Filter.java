package org.sqlvm.engine.vector;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.vector.VectorQuery.Comparator;
import org.sqlvm.engine.vector.VectorQuery.Condition;
import org.sqlvm.engine.vector.VectorQuery.Step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Finds the rows for which conditions are true, as bits. A comparison of a column with a constant
 * is one of codes where the column has codes in the order of its values, and one with each entry of
 * a dictionary where it has that; what is left is done on vectors.
 */
final class Filter {
    /** Beyond it a double does not hold every integer. */
    private static final long EXACT_MAX = 1L << 53;

    /** Dictionaries of more entries are not put in one order for a partition. */
    private static final int RANKS_MAX = 1 << 14;

    private static final BoundCondition ALWAYS = new BoundCondition.Always();
    private static final BoundCondition NEVER = new BoundCondition.Never();

    private final VectorRegisters registers;
    private final CallContext context;
    private final int words;

    /** For integers that are compared as reals. */
    private final double[] widened;

    /** Codes of rows that do not stand one after the other; ranks. */
    private final long[] gathered;

    private final long[] otherRanks;

    Filter(VectorRegisters registers, CallContext context, int vectorRows) {
        this.registers = registers;
        this.context = context;
        this.words = Bits.words(vectorRows);
        this.widened = new double[vectorRows];
        this.gathered = new long[vectorRows];
        this.otherRanks = new long[vectorRows];
    }

    // ------------------------------------------------------------------ for a partition

    /** The conditions, all of which must be true, for the partition that the registers are in. */
    BoundCondition prepareAll(List<Condition> conditions) {
        List<BoundCondition> parts = new ArrayList<>();
        for (Condition condition : conditions) {
            BoundCondition test = prepare(condition);
            if (test instanceof BoundCondition.Never) {
                return NEVER;
            }
            if (test instanceof BoundCondition.AllOf all) {
                all.parts().forEach(part -> addConjunct(parts, part));
            } else {
                addConjunct(parts, test);
            }
        }
        if (parts.stream().anyMatch(BoundCondition.Never.class::isInstance)) {
            return NEVER;
        }
        return parts.isEmpty()
                ? ALWAYS
                : parts.size() == 1 ? parts.get(0) : new BoundCondition.AllOf(parts);
    }

    /**
     * Of the conditions that must all be true in {@code condition} those that codes decide, or the
     * others.
     */
    static BoundCondition part(BoundCondition condition, boolean quick) {
        List<BoundCondition> parts =
                condition instanceof BoundCondition.AllOf all ? all.parts() : List.of(condition);
        List<BoundCondition> wanted =
                parts.stream().filter(part -> isQuick(part) == quick).toList();
        return wanted.isEmpty() ? ALWAYS : new BoundCondition.AllOf(wanted);
    }

    private static boolean isQuick(BoundCondition condition) {
        return switch (condition) {
            case BoundCondition.AllOf all -> all.parts().stream().allMatch(Filter::isQuick);
            case BoundCondition.AnyOf any -> any.parts().stream().allMatch(Filter::isQuick);
            case BoundCondition.Untrue untrue -> isQuick(untrue.part());
            case BoundCondition.General _ -> false;
            default -> true;
        };
    }

    /** Two ranges of one column are one. */
    private static void addConjunct(List<BoundCondition> parts, BoundCondition test) {
        if (test instanceof BoundCondition.Always) {
            return;
        }
        if (test instanceof BoundCondition.Range range) {
            for (int i = 0; i < parts.size(); i++) {
                if (parts.get(i) instanceof BoundCondition.Range known
                        && known.codes() == range.codes()) {
                    long low = Math.max(known.low(), range.low());
                    long high = Math.min(known.high(), range.high());
                    parts.set(
                            i,
                            low > high
                                    ? NEVER
                                    : new BoundCondition.Range(
                                            range.source(),
                                            range.column(),
                                            range.codes(),
                                            low,
                                            high));
                    return;
                }
            }
        }
        parts.add(test);
    }

    private BoundCondition prepare(Condition condition) {
        return switch (condition) {
            case Condition.All all -> prepareAll(all.parts());
            case Condition.Any any -> prepareAny(any.parts());
            case Condition.Untrue untrue -> {
                BoundCondition part = prepare(untrue.part());
                yield part instanceof BoundCondition.Always
                        ? NEVER
                        : part instanceof BoundCondition.Never
                                ? ALWAYS
                                : new BoundCondition.Untrue(part);
            }
            case Condition.Compare compare -> prepare(compare);
            case Condition.NullTest test -> prepare(test);
            case Condition.Truth _ -> new BoundCondition.General(condition);
            case Condition.Pattern pattern -> prepare(pattern);
        };
    }

    private BoundCondition prepareAny(List<Condition> conditions) {
        List<BoundCondition> parts = new ArrayList<>();
        for (Condition condition : conditions) {
            BoundCondition test = prepare(condition);
            if (test instanceof BoundCondition.Always) {
                return ALWAYS;
            }
            if (!(test instanceof BoundCondition.Never)) {
                parts.add(test);
            }
        }
        return parts.isEmpty()
                ? NEVER
                : parts.size() == 1 ? parts.get(0) : new BoundCondition.AnyOf(parts);
    }

    private BoundCondition prepare(Condition.NullTest test) {
        Chunk chunk = registers.chunk(test.operand());
        if (chunk == null || chunk instanceof Chunk.Mixed || chunk.nulls != null) {
            return new BoundCondition.General(test);
        }
        return chunk instanceof Chunk.Nulls == test.wanted() ? ALWAYS : NEVER;
    }

    /** With a column on one side and a constant on the other, the column comes to the left. */
    private BoundCondition prepare(Condition.Compare compare) {
        Step left = registers.step(compare.left());
        Step right = registers.step(compare.right());
        BoundCondition test = null;
        if (left instanceof Step.Load && right instanceof Step.Constant constant) {
            test = prepare(
                    compare, compare.left(), compare.comparator(), registers.constant(constant));
        } else if (right instanceof Step.Load && left instanceof Step.Constant constant) {
            test = prepare(
                    compare,
                    compare.right(),
                    turned(compare.comparator()),
                    registers.constant(constant));
        } else if (registers.chunk(compare.left()) instanceof Chunk.Dictionary first
                && registers.chunk(compare.right()) instanceof Chunk.Dictionary second) {
            test = prepare(compare, first, second);
        }
        return test == null ? new BoundCondition.General(compare) : test;
    }

    /** Two columns of texts; null if they are compared one by one. */
    private BoundCondition prepare(
            Condition.Compare compare, Chunk.Dictionary left, Chunk.Dictionary right) {
        boolean ranked = compare.comparator() != Comparator.IS
                && compare.comparator() != Comparator.IS_NOT
                && !compare.affinity().isNumeric()
                && left.entries.length + right.entries.length <= RANKS_MAX;
        return ranked
                ? new BoundCondition.Ranked(
                        compare.comparator(),
                        registers.source(compare.left()),
                        left,
                        registers.source(compare.right()),
                        right,
                        new Ranks(left, right))
                : null;
    }

    private static Comparator turned(Comparator comparator) {
        return switch (comparator) {
            case LT -> Comparator.GT;
            case LE -> Comparator.GE;
            case GT -> Comparator.LT;
            case GE -> Comparator.LE;
            default -> comparator;
        };
    }

    private BoundCondition prepare(
            Condition.Compare compare, int column, Comparator comparator, Object constant) {
        Chunk chunk = registers.chunk(column);
        int source = registers.source(column);
        if (comparator == Comparator.IS || comparator == Comparator.IS_NOT) {
            return null;
        }
        if (constant == SqlNull.NULL || chunk instanceof Chunk.Nulls) {
            return NEVER;
        }
        if (chunk instanceof Chunk.Dictionary dictionary) {
            return new BoundCondition.Listed(
                    source,
                    dictionary,
                    new LazyEntries(
                            dictionary,
                            entry -> comparator.holds(
                                    Comparison.compare(entry, constant, compare.affinity()))));
        }
        if (comparator == Comparator.NE) {
            return null;
        }
        if (chunk instanceof Chunk.Times times) {
            // The other affinity would make a number of each text.
            return constant instanceof Text && !compare.affinity().isNumeric()
                    ? range(source, chunk, times.codes, TimeText::of, comparator, constant)
                    : null;
        }
        Object number = compare.affinity().isNumeric()
                ? Affinities.forComparison(constant, compare.affinity())
                : constant;
        if (!(number instanceof Long || number instanceof Double)) {
            return null;
        }
        return switch (chunk) {
            case Chunk.Longs longs ->
                range(source, chunk, longs.codes, code -> code, comparator, number);
            case Chunk.Scaled scaled ->
                range(source, chunk, scaled.codes, code -> code / scaled.scale, comparator, number);
            default -> null;
        };
    }

    /** @param values by code, in the order of the codes */
    private static BoundCondition range(
            int source,
            Chunk chunk,
            Codes codes,
            LongFunction<Object> values,
            Comparator comparator,
            Object constant) {
        if (codes.greatest == Long.MAX_VALUE) {
            return null; // There is nothing behind it.
        }
        long equal = firstFrom(codes, values, constant, false);
        long above = firstFrom(codes, values, constant, true);
        long low = switch (comparator) {
            case LT, LE -> codes.least;
            case GT -> above;
            default -> equal;
        };
        long high = switch (comparator) {
            case LT -> equal - 1;
            case LE, EQ -> above - 1;
            default -> codes.greatest;
        };
        if (equal == codes.least && comparator == Comparator.LT) {
            return NEVER;
        }
        if (above == codes.least && comparator != Comparator.GT && comparator != Comparator.GE) {
            return NEVER;
        }
        if (low > high) {
            return NEVER;
        }
        boolean all = low == codes.least && high == codes.greatest && chunk.nulls == null;
        return all ? ALWAYS : new BoundCondition.Range(source, chunk, codes, low, high);
    }

    /**
     * The least code whose value is not below {@code constant}, or is above it; one behind the
     * greatest if there is none.
     */
    private static long firstFrom(
            Codes codes, LongFunction<Object> values, Object constant, boolean above) {
        long low = codes.least;
        long high = codes.greatest + 1;
        while (low < high) {
            long middle = low + ((high - low) >>> 1);
            int order = Values.compare(values.apply(middle), constant, Collation.BINARY);
            if (above ? order > 0 : order >= 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private BoundCondition prepare(Condition.Pattern pattern) {
        Chunk.Dictionary dictionary = null;
        int place = -1;
        for (int i = 0; i < pattern.arguments().size(); i++) {
            int register = pattern.arguments().get(i);
            if (registers.step(register) instanceof Step.Constant) {
                continue;
            }
            boolean fits = place < 0 && registers.chunk(register) instanceof Chunk.Dictionary;
            if (!fits) {
                return new BoundCondition.General(pattern);
            }
            dictionary = (Chunk.Dictionary) registers.chunk(register);
            place = i;
        }
        if (dictionary == null) {
            return new BoundCondition.General(pattern);
        }
        int varying = place;
        Object[] arguments = new Object[pattern.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            if (registers.step(pattern.arguments().get(i)) instanceof Step.Constant constant) {
                arguments[i] = registers.constant(constant);
            }
        }
        int source = registers.source(pattern.arguments().get(varying));
        return new BoundCondition.Listed(source, dictionary, new LazyEntries(dictionary, entry -> {
            arguments[varying] = entry;
            return holds(pattern, arguments);
        }));
    }

    /** NULL does not, whatever is wanted. */
    private boolean holds(Condition.Pattern pattern, Object[] arguments) {
        Object result = pattern.function().call(context, arguments);
        return result != SqlNull.NULL && Casts.isTrue(result) == pattern.wanted();
    }

    private interface EntryTest {
        boolean passes(Object entry);
    }

    private static final class LazyEntries implements BoundCondition.Entries {
        private final Chunk.Dictionary dictionary;
        private final EntryTest test;
        private byte[] passing;

        LazyEntries(Chunk.Dictionary dictionary, EntryTest test) {
            this.dictionary = dictionary;
            this.test = test;
        }

        @Override
        public byte[] passing() {
            if (passing == null) {
                byte[] found = new byte[dictionary.entries.length];
                for (int i = 0; i < found.length; i++) {
                    found[i] = test.passes(dictionary.entries[i]) ? (byte) 1 : 0;
                }
                passing = found;
            }
            return passing;
        }
    }

    // ------------------------------------------------------------------ for a vector

    /**
     * Keeps of {@code selected} the rows at hand for which a test is true. What may fail is tried
     * for those rows alone.
     */
    void keep(BoundCondition test, long[] selected) {
        int count = registers.count();
        switch (test) {
            case BoundCondition.Always _ -> {}
            case BoundCondition.Never _ -> Arrays.fill(selected, 0);
            case BoundCondition.Range range -> keepRange(range, count, selected);
            case BoundCondition.Listed listed -> {
                if (!Bits.isEmpty(selected, words)) {
                    keepListed(listed, count, selected);
                }
            }
            case BoundCondition.Ranked ranked -> {
                if (!Bits.isEmpty(selected, words)) {
                    keepRanked(ranked, count, selected);
                }
            }
            case BoundCondition.AllOf all -> {
                for (BoundCondition part : all.parts()) {
                    if (!Bits.isEmpty(selected, words)) {
                        keep(part, selected);
                    }
                }
            }
            case BoundCondition.AnyOf any -> keepAny(any.parts(), selected);
            case BoundCondition.Untrue untrue -> {
                long[] found = selected.clone();
                keep(untrue.part(), found);
                for (int i = 0; i < words; i++) {
                    selected[i] &= ~found[i];
                }
            }
            case BoundCondition.General general -> keep(general.condition(), count, selected);
        }
    }

    private void keepRange(BoundCondition.Range range, int count, long[] selected) {
        int from = registers.from(range.source());
        int[] lanes = registers.lanes(range.source());
        if (lanes == null) {
            range.codes().keepRange(from, count, range.low(), range.high(), selected);
        } else {
            range.codes().copy(from, lanes, count, gathered);
            Kernels.keepRange(gathered, range.low(), range.high(), count, selected);
        }
        dropNulls(range.column(), range.source(), count, selected);
    }

    private void keepListed(BoundCondition.Listed listed, int count, long[] selected) {
        int from = registers.from(listed.source());
        int[] lanes = registers.lanes(listed.source());
        byte[] passing = listed.entries().passing();
        if (lanes == null) {
            listed.column().codes.keepListed(from, count, passing, selected);
        } else {
            listed.column().codes.copy(from, lanes, count, gathered);
            Kernels.keepListed(gathered, passing, count, selected);
        }
        dropNulls(listed.column(), listed.source(), count, selected);
    }

    private void keepRanked(BoundCondition.Ranked ranked, int count, long[] selected) {
        rank(ranked.left(), ranked.leftSource(), ranked.ranks().left(), count, gathered);
        rank(ranked.right(), ranked.rightSource(), ranked.ranks().right(), count, otherRanks);
        keep(ranked.comparator(), gathered, otherRanks, count, selected);
        dropNulls(ranked.left(), ranked.leftSource(), count, selected);
        dropNulls(ranked.right(), ranked.rightSource(), count, selected);
    }

    private void rank(Chunk.Dictionary column, int source, long[] ranks, int count, long[] target) {
        column.codes.copy(registers.from(source), registers.lanes(source), count, target);
        for (int i = 0; i < count; i++) {
            target[i] = ranks[(int) target[i]];
        }
    }

    private void dropNulls(Chunk column, int source, int count, long[] selected) {
        int from = registers.from(source);
        int[] lanes = registers.lanes(source);
        if (lanes == null) {
            column.dropNulls(from, count, selected);
        } else {
            dropNulls(column, from, lanes, count, selected);
        }
    }

    private static void dropNulls(Chunk column, int from, int[] lanes, int count, long[] selected) {
        if (column.nulls != null) {
            for (int i = 0; i < count; i++) {
                if (Bits.get(column.nulls, from + lanes[i])) {
                    Bits.clear(selected, i);
                }
            }
        }
    }

    private void keepAny(List<BoundCondition> parts, long[] selected) {
        long[] found = new long[words];
        long[] rest = new long[words];
        for (BoundCondition part : parts) {
            for (int i = 0; i < words; i++) {
                rest[i] = selected[i] & ~found[i];
            }
            if (Bits.isEmpty(rest, words)) {
                break;
            }
            keep(part, rest);
            for (int i = 0; i < words; i++) {
                found[i] |= rest[i];
            }
        }
        System.arraycopy(found, 0, selected, 0, words);
    }

    private void keep(Condition condition, int count, long[] selected) {
        switch (condition) {
            case Condition.Compare compare -> keep(compare, count, selected);
            case Condition.NullTest test -> {
                Vector vector = registers.get(test.operand());
                for (int i = 0; i < count; i++) {
                    if (vector.isNull(i) != test.wanted()) {
                        Bits.clear(selected, i);
                    }
                }
            }
            case Condition.Truth truth -> {
                Vector vector = registers.get(truth.operand());
                for (int i = 0; i < count; i++) {
                    if (vector.isNull(i) || Casts.isTrue(vector.get(i)) != truth.wanted()) {
                        Bits.clear(selected, i);
                    }
                }
            }
            case Condition.Pattern pattern -> keep(pattern, count, selected);
            default -> throw new AssertionError(condition);
        }
    }

    private void keep(Condition.Pattern pattern, int count, long[] selected) {
        Object[] arguments = new Object[pattern.arguments().size()];
        for (int i = 0; i < count; i++) {
            if (!Bits.get(selected, i)) {
                continue;
            }
            for (int k = 0; k < arguments.length; k++) {
                arguments[k] = registers.get(pattern.arguments().get(k)).get(i);
            }
            if (!holds(pattern, arguments)) {
                Bits.clear(selected, i);
            }
        }
    }

    private void keep(Condition.Compare compare, int count, long[] selected) {
        Vector left = registers.get(compare.left());
        Vector right = registers.get(compare.right());
        Comparator comparator = compare.comparator();
        if (comparator == Comparator.IS || comparator == Comparator.IS_NOT) {
            keepSame(compare, left, right, count, selected);
            return;
        }
        boolean compared = true;
        if (left.kind == Vector.LONGS && right.kind == Vector.LONGS) {
            keep(comparator, left.longs, right.longs, count, selected);
        } else if (left.kind == Vector.DOUBLES && right.kind == Vector.DOUBLES) {
            keep(comparator, left.doubles, right.doubles, count, selected);
        } else if (left.kind == Vector.LONGS && right.kind == Vector.DOUBLES) {
            compared = widen(left.longs, count);
            if (compared) {
                keep(comparator, widened, right.doubles, count, selected);
            }
        } else if (left.kind == Vector.DOUBLES && right.kind == Vector.LONGS) {
            compared = widen(right.longs, count);
            if (compared) {
                keep(comparator, left.doubles, widened, count, selected);
            }
        } else {
            compared = false;
        }
        if (!compared) {
            keepEach(compare, left, right, count, selected);
            return;
        }
        dropNulls(left, count, selected);
        dropNulls(right, count, selected);
    }

    private static void dropNulls(Vector vector, int count, long[] selected) {
        if (vector.hasNulls) {
            for (int i = 0; i < count; i++) {
                if (vector.nulls[i]) {
                    Bits.clear(selected, i);
                }
            }
        }
    }

    /** Makes reals of integers; false if one is too large to be the same as a real. */
    private boolean widen(long[] values, int count) {
        boolean exact = true;
        for (int i = 0; i < count; i++) {
            exact &= values[i] <= EXACT_MAX && values[i] >= -EXACT_MAX;
            widened[i] = values[i];
        }
        return exact;
    }

    private static void keep(
            Comparator comparator, long[] left, long[] right, int count, long[] selected) {
        switch (comparator) {
            case LT -> Kernels.keepLess(left, right, count, selected);
            case LE -> Kernels.keepNotGreater(left, right, count, selected);
            case GT -> Kernels.keepLess(right, left, count, selected);
            case GE -> Kernels.keepNotGreater(right, left, count, selected);
            case EQ -> Kernels.keepEqual(left, right, count, true, selected);
            default -> Kernels.keepEqual(left, right, count, false, selected);
        }
    }

    private static void keep(
            Comparator comparator, double[] left, double[] right, int count, long[] selected) {
        switch (comparator) {
            case LT -> Kernels.keepLess(left, right, count, selected);
            case LE -> Kernels.keepNotGreater(left, right, count, selected);
            case GT -> Kernels.keepLess(right, left, count, selected);
            case GE -> Kernels.keepNotGreater(right, left, count, selected);
            case EQ -> Kernels.keepEqual(left, right, count, true, selected);
            default -> Kernels.keepEqual(left, right, count, false, selected);
        }
    }

    private static void keepEach(
            Condition.Compare compare, Vector left, Vector right, int count, long[] selected) {
        for (int i = 0; i < count; i++) {
            if (!Bits.get(selected, i)) {
                continue;
            }
            boolean passes = !left.isNull(i)
                    && !right.isNull(i)
                    && compare.comparator()
                            .holds(Comparison.compare(
                                    left.get(i), right.get(i), compare.affinity()));
            if (!passes) {
                Bits.clear(selected, i);
            }
        }
    }

    private static void keepSame(
            Condition.Compare compare, Vector left, Vector right, int count, long[] selected) {
        for (int i = 0; i < count; i++) {
            boolean passes;
            if (left.isNull(i) || right.isNull(i)) {
                boolean same = left.isNull(i) == right.isNull(i);
                passes = same == (compare.comparator() == Comparator.IS);
            } else {
                passes = compare.comparator()
                        .holds(Comparison.compare(left.get(i), right.get(i), compare.affinity()));
            }
            if (!passes) {
                Bits.clear(selected, i);
            }
        }
    }
}
