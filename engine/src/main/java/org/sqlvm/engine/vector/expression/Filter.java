package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.CodeTests;
import org.sqlvm.engine.vector.column.Codes;
import org.sqlvm.engine.vector.column.Comparison;
import org.sqlvm.engine.vector.column.Entries;
import org.sqlvm.engine.vector.column.Kernels;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the rows for which conditions are true, as bits: by the codes of columns where
 * {@link ConditionBinder} says how, else on vectors.
 */
public final class Filter {
    /** Beyond this a double does not hold every integer. */
    private static final long EXACT_MAX = 1L << 53;

    /**
     * The rows by which conditions are ordered. All conditions are tested for each of them, in each
     * partition: small partitions would be tested twice with more.
     */
    private static final int SAMPLE_ROWS = 256;

    private static final BoundCondition ALWAYS = new BoundCondition.Always();

    private final VectorRegisters registers;
    private final ConditionBinder binder;
    private final int words;

    /** Integers that are compared as reals. */
    private final double[] widened;

    /** Codes of selected rows; ranks. */
    private final long[] gathered;

    private final long[] otherRanks;

    /** By selected row: see {@link CodeTests}. */
    private final byte[] flags;

    Filter(VectorRegisters registers, CallContext context, int vectorRows) {
        this.registers = registers;
        this.binder = new ConditionBinder(registers, context);
        this.words = Bits.words(vectorRows);
        this.widened = new double[vectorRows];
        this.gathered = new long[vectorRows];
        this.otherRanks = new long[vectorRows];
        this.flags = new byte[words * Long.SIZE];
    }

    /** Binds conditions, all of which must be true, to the partition that the registers are in. */
    public BoundCondition prepareAll(List<Condition> conditions) {
        return binder.bindAll(conditions);
    }

    /** Binds a condition that is only tested for the rows that are selected then. */
    public static BoundCondition prepareLate(Condition condition) {
        return switch (condition) {
            case Condition.All all ->
                new BoundCondition.AllOf(
                        all.parts().stream().map(Filter::prepareLate).toList());
            case Condition.Any any ->
                new BoundCondition.AnyOf(
                        any.parts().stream().map(Filter::prepareLate).toList());
            case Condition.Untrue untrue -> new BoundCondition.Untrue(prepareLate(untrue.part()));
            default -> new BoundCondition.General(condition);
        };
    }

    /**
     * Of the conditions that {@code condition} joins with AND, those that codes decide, or the
     * others.
     */
    public static BoundCondition part(BoundCondition condition, boolean quick) {
        List<BoundCondition> parts =
                condition instanceof BoundCondition.AllOf all ? all.parts() : List.of(condition);
        List<BoundCondition> wanted =
                parts.stream().filter(part -> isQuick(part) == quick).toList();
        return wanted.isEmpty() ? ALWAYS : new BoundCondition.AllOf(wanted);
    }

    private record Tried(BoundCondition part, int passing) {}

    /**
     * Orders conditions that codes decide by their selectivity on the first of some rows: the later
     * ones need not be tested for rows that the first ones drop.
     *
     * @param from the rows, to which the registers have moved
     */
    public BoundCondition ordered(BoundCondition condition, int from, int count) {
        if (!(condition instanceof BoundCondition.AllOf all) || all.parts().size() < 2) {
            return condition;
        }
        registers.move(from, Math.min(count, SAMPLE_ROWS));
        BoundCondition ordered = ordered(all);
        registers.move(from, count);
        return ordered;
    }

    private BoundCondition ordered(BoundCondition.AllOf all) {
        int count = registers.count();
        List<Tried> tried = new ArrayList<>();
        for (BoundCondition part : all.parts()) {
            int passing = count;
            if (!mayFail(part)) {
                long[] found = new long[words];
                Bits.fill(found, count);
                keep(part, found);
                passing = Bits.count(found, words);
            }
            tried.add(new Tried(part, passing));
        }
        tried.sort((a, b) -> Integer.compare(a.passing(), b.passing()));
        return new BoundCondition.AllOf(tried.stream().map(Tried::part).toList());
    }

    private static boolean mayFail(BoundCondition condition) {
        return switch (condition) {
            case BoundCondition.Listed listed -> listed.entries().mayFail();
            case BoundCondition.AllOf all -> all.parts().stream().anyMatch(Filter::mayFail);
            case BoundCondition.AnyOf any -> any.parts().stream().anyMatch(Filter::mayFail);
            case BoundCondition.Untrue untrue -> mayFail(untrue.part());
            case BoundCondition.Among _, BoundCondition.General _ -> true;
            default -> false;
        };
    }

    private static boolean isQuick(BoundCondition condition) {
        return switch (condition) {
            case BoundCondition.AllOf all -> all.parts().stream().allMatch(Filter::isQuick);
            case BoundCondition.AnyOf any -> any.parts().stream().allMatch(Filter::isQuick);
            case BoundCondition.Untrue untrue -> isQuick(untrue.part());
            case BoundCondition.Among _, BoundCondition.General _ -> false;
            default -> true;
        };
    }

    /**
     * Clears the bits of rows for which a condition is not true. A test that may fail is run for
     * the rows that are left only.
     */
    public void keep(BoundCondition test, long[] selected) {
        int count = registers.count();
        assert Checks.isWithin(selected, count) : count;
        switch (test) {
            case BoundCondition.Always _ -> {}
            case BoundCondition.Never _ -> Arrays.fill(selected, 0);
            case BoundCondition.Range range -> keepRange(range, count, selected);
            case BoundCondition.RealRange range -> {
                range.column()
                        .keepRange(
                                registers.from(range.source()),
                                registers.selection(range.source()),
                                count,
                                range.low(),
                                range.high(),
                                selected);
                dropNulls(range.column(), range.source(), count, selected);
            }
            case BoundCondition.NullTest nulls -> keepNulls(nulls, count, selected);
            case BoundCondition.Listed listed -> {
                if (!Bits.isEmpty(selected, words)) {
                    keepListed(listed, count, selected);
                }
            }
            case BoundCondition.TextCompared compared -> keepTexts(compared, count, selected);
            case BoundCondition.PartAmong among -> keepPart(among, count, selected);
            case BoundCondition.Ranked ranked -> {
                if (!Bits.isEmpty(selected, words)) {
                    keepRanked(ranked, count, selected);
                }
            }
            case BoundCondition.Coded coded -> {
                if (!Bits.isEmpty(selected, words)) {
                    keepCoded(coded, count, selected);
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
                remove(found, selected);
            }
            case BoundCondition.Among among -> keepAmong(among, count, selected);
            case BoundCondition.General general -> keep(general.condition(), count, selected);
        }
    }

    private void keepRange(BoundCondition.Range range, int count, long[] selected) {
        int from = registers.from(range.source());
        int[] selection = registers.selection(range.source());
        if (selection == null) {
            range.codes().keepRange(from, count, range.low(), range.high(), flags, selected);
        } else {
            range.codes().copy(from, selection, count, gathered);
            Kernels.keepRange(gathered, range.low(), range.high(), count, selected);
        }
        dropNulls(range.column(), range.source(), count, selected);
    }

    private void keepNulls(BoundCondition.NullTest test, int count, long[] selected) {
        if (test.wanted()) {
            long[] others = selected.clone();
            dropNulls(test.column(), test.source(), count, others);
            remove(others, selected);
        } else {
            dropNulls(test.column(), test.source(), count, selected);
        }
    }

    private void remove(long[] rows, long[] selected) {
        for (int i = 0; i < words; i++) {
            selected[i] &= ~rows[i];
        }
    }

    private void keepListed(BoundCondition.Listed listed, int count, long[] selected) {
        int from = registers.from(listed.source());
        int[] selection = registers.selection(listed.source());
        byte[] passing = listed.entries().passing();
        Entries entries = listed.entries();
        if (entries.areAll()) {
            dropNulls(listed.column(), listed.source(), count, selected);
            return;
        }
        if (selection == null && entries.areTogether()) {
            long low = listed.base() + entries.first();
            long high = listed.base() + entries.last();
            listed.codes().keepRange(from, count, low, high, flags, selected);
        } else if (selection == null) {
            listed.codes().keepListed(from, count, listed.base(), passing, entries.few(), selected);
        } else {
            listed.codes().copy(from, selection, count, gathered);
            Kernels.keepListed(gathered, listed.base(), passing, count, selected);
        }
        dropNulls(listed.column(), listed.source(), count, selected);
    }

    private void keepTexts(BoundCondition.TextCompared compared, int count, long[] selected) {
        dropNulls(compared.column(), compared.source(), count, selected);
        int from = registers.from(compared.source());
        int[] selection = registers.selection(compared.source());
        for (int i = 0; i < count; i++) {
            int row = selection == null ? from + i : from + selection[i];
            if (Bits.get(selected, i)
                    && !compared.comparator()
                            .holds(compared.column().compare(row, compared.text()))) {
                Bits.clear(selected, i);
            }
        }
    }

    private void keepPart(BoundCondition.PartAmong among, int count, long[] selected) {
        int from = registers.from(among.source());
        int[] selection = registers.selection(among.source());
        for (int i = 0; i < count; i++) {
            int row = selection == null ? from + i : from + selection[i];
            if (Bits.get(selected, i) && !among.part().holds(among.column(), row)) {
                Bits.clear(selected, i);
            }
        }
        dropNulls(among.column(), among.source(), count, selected);
    }

    private void keepRanked(BoundCondition.Ranked ranked, int count, long[] selected) {
        rank(ranked.left(), ranked.leftSource(), ranked.ranks().left(), count, gathered);
        rank(ranked.right(), ranked.rightSource(), ranked.ranks().right(), count, otherRanks);
        keepNarrow(ranked.comparator(), gathered, otherRanks, count, selected);
        dropNulls(ranked.left(), ranked.leftSource(), count, selected);
        dropNulls(ranked.right(), ranked.rightSource(), count, selected);
    }

    private void keepCoded(BoundCondition.Coded coded, int count, long[] selected) {
        if (keepWithoutCopy(coded, count, selected)) {
            return;
        }
        copy(coded.leftCodes(), coded.leftSource(), count, gathered);
        copy(coded.rightCodes(), coded.rightSource(), count, otherRanks);
        if (coded.leftCodes().areNarrow() && coded.rightCodes().areNarrow()) {
            keepNarrow(coded.comparator(), gathered, otherRanks, count, selected);
        } else {
            keep(coded.comparator(), gathered, otherRanks, count, selected);
        }
        dropNulls(coded.left(), coded.leftSource(), count, selected);
        dropNulls(coded.right(), coded.rightSource(), count, selected);
    }

    /** Compares codes of consecutive rows in place; false if the case is not that simple. */
    private boolean keepWithoutCopy(BoundCondition.Coded coded, int count, long[] selected) {
        Codes left = coded.leftCodes();
        Codes right = coded.rightCodes();
        boolean simple = registers.selection(coded.leftSource()) == null
                && registers.selection(coded.rightSource()) == null
                && left.areWideAs(right);
        if (!simple) {
            return false;
        }
        int leftFrom = registers.from(coded.leftSource());
        int rightFrom = registers.from(coded.rightSource());
        switch (coded.comparator()) {
            case LT -> right.flagBelow(rightFrom, left, leftFrom, 1, count, flags);
            case LE -> right.flagBelow(rightFrom, left, leftFrom, 0, count, flags);
            case GT -> left.flagBelow(leftFrom, right, rightFrom, 1, count, flags);
            case GE -> left.flagBelow(leftFrom, right, rightFrom, 0, count, flags);
            default -> {
                return false;
            }
        }
        CodeTests.dropFlagged(flags, count, selected);
        dropNulls(coded.left(), coded.leftSource(), count, selected);
        dropNulls(coded.right(), coded.rightSource(), count, selected);
        return true;
    }

    private void copy(Codes codes, int source, int count, long[] target) {
        codes.copy(registers.from(source), registers.selection(source), count, target);
    }

    private void rank(Chunk.Dictionary column, int source, long[] ranks, int count, long[] target) {
        copy(column.codes, source, count, target);
        for (int i = 0; i < count; i++) {
            target[i] = ranks[(int) target[i]];
        }
    }

    private void dropNulls(Chunk column, int source, int count, long[] selected) {
        int from = registers.from(source);
        int[] selection = registers.selection(source);
        if (selection == null) {
            column.dropNulls(from, count, selected);
        } else {
            dropNulls(column, from, selection, count, selected);
        }
    }

    private static void dropNulls(
            Chunk column, int from, int[] selection, int count, long[] selected) {
        if (column.nulls != null) {
            for (int i = 0; i < count; i++) {
                if (Bits.get(column.nulls, from + selection[i])) {
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

    private void keepAmong(BoundCondition.Among among, int count, long[] selected) {
        Vector vector = registers.get(among.register());
        for (int i = 0; i < count; i++) {
            if (Bits.get(selected, i) && (vector.isNull(i) || !isAmong(vector.get(i), among))) {
                Bits.clear(selected, i);
            }
        }
    }

    private boolean isAmong(Object value, BoundCondition.Among among) {
        if (value instanceof Text) {
            return among.texts().contains(value);
        }
        for (Condition.Compare compare : among.comparisons()) {
            Object text = registers.get(compare.right()).get(0);
            if (Comparison.compare(value, text, compare.affinity()) == 0) {
                return true;
            }
        }
        return false;
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
            if (!binder.holds(pattern, arguments)) {
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

    /** Converts integers to reals; false if one has no equal real. */
    private boolean widen(long[] values, int count) {
        boolean exact = true;
        for (int i = 0; i < count; i++) {
            exact &= values[i] <= EXACT_MAX && values[i] >= -EXACT_MAX;
            widened[i] = values[i];
        }
        return exact;
    }

    /** Compares values whose differences fit into a long. */
    private void keepNarrow(
            Comparator comparator, long[] left, long[] right, int count, long[] selected) {
        switch (comparator) {
            case LT -> CodeTests.flagBelow(right, left, 1, count, flags);
            case LE -> CodeTests.flagBelow(right, left, 0, count, flags);
            case GT -> CodeTests.flagBelow(left, right, 1, count, flags);
            case GE -> CodeTests.flagBelow(left, right, 0, count, flags);
            default -> {
                keep(comparator, left, right, count, selected);
                return;
            }
        }
        CodeTests.dropFlagged(flags, count, selected);
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
