package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Codes;
import org.sqlvm.engine.vector.column.Comparison;
import org.sqlvm.engine.vector.column.Entries;
import org.sqlvm.engine.vector.column.Ranks;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Binds conditions to a partition. A comparison of a column with a constant becomes a range of
 * codes if the codes have the order of the values, or a list of codes if the column has a
 * dictionary.
 */
final class ConditionBinder {
    /** Two dictionaries with more entries than this are not ranked for a partition. */
    private static final int RANKS_MAX = 1 << 14;

    /** A list of at most this many values is made however few rows there are. */
    private static final int LISTED_MIN = 64;

    private static final BoundCondition ALWAYS = new BoundCondition.Always();
    private static final BoundCondition NEVER = new BoundCondition.Never();

    private final VectorRegisters registers;
    private final CallContext context;

    ConditionBinder(VectorRegisters registers, CallContext context) {
        this.registers = registers;
        this.context = context;
    }

    /** Binds conditions, all of which must be true, to the partition that the registers are in. */
    BoundCondition bindAll(List<Condition> conditions) {
        List<BoundCondition> parts = new ArrayList<>();
        for (Condition condition : conditions) {
            BoundCondition test = ofPart(bind(condition));
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

    /** Adds a condition; two ranges or lists of one column become one. */
    private static void addConjunct(List<BoundCondition> parts, BoundCondition test) {
        if (test instanceof BoundCondition.Always) {
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            BoundCondition both = both(parts.get(i), test);
            if (both != null) {
                parts.set(i, both);
                return;
            }
        }
        parts.add(test);
    }

    /** Two conditions as one; null if they are not on one column. */
    private static BoundCondition both(BoundCondition known, BoundCondition test) {
        if (known instanceof BoundCondition.Range first
                && test instanceof BoundCondition.Range second
                && first.isOfSame(second)) {
            long low = Math.max(first.low(), second.low());
            long high = Math.min(first.high(), second.high());
            return low > high ? NEVER : first.of(low, high);
        }
        return known instanceof BoundCondition.Listed first
                        && test instanceof BoundCondition.Listed second
                        && first.isOfSame(second)
                ? first.of(first.entries().and(second.entries()))
                : null;
    }

    /** Two conditions, one of which must be true, as one; null if that is not possible. */
    private static BoundCondition either(BoundCondition known, BoundCondition test) {
        if (known instanceof BoundCondition.Range first
                && test instanceof BoundCondition.Range second
                && first.isOfSame(second)
                && first.low() <= second.high() + 1
                && second.low() <= first.high() + 1) {
            return first.of(
                    Math.min(first.low(), second.low()), Math.max(first.high(), second.high()));
        }
        return known instanceof BoundCondition.Listed first
                        && test instanceof BoundCondition.Listed second
                        && first.isOfSame(second)
                ? first.of(first.entries().or(second.entries()))
                : null;
    }

    private BoundCondition bind(Condition condition) {
        return switch (condition) {
            case Condition.All all -> bindAll(all.parts());
            case Condition.Any any -> bindAny(any.parts());
            case Condition.Untrue untrue -> {
                BoundCondition part = bind(untrue.part());
                yield part instanceof BoundCondition.Always
                        ? NEVER
                        : part instanceof BoundCondition.Never
                                ? ALWAYS
                                : new BoundCondition.Untrue(part);
            }
            case Condition.Compare compare -> bind(compare);
            case Condition.NullTest test -> bind(test);
            case Condition.Truth _ -> new BoundCondition.General(condition);
            case Condition.Pattern pattern -> bind(pattern);
        };
    }

    private BoundCondition bindAny(List<Condition> conditions) {
        return any(conditions.stream().map(this::bind).toList());
    }

    private BoundCondition any(List<BoundCondition> tests) {
        List<BoundCondition> parts = new ArrayList<>();
        for (BoundCondition test : tests) {
            if (test instanceof BoundCondition.Always) {
                return ALWAYS;
            }
            if (!(test instanceof BoundCondition.Never) && !addAmong(parts, test)) {
                addDisjunct(parts, test);
            }
        }
        parts.replaceAll(this::ofPart);
        return parts.isEmpty()
                ? NEVER
                : parts.size() == 1 ? parts.get(0) : new BoundCondition.AnyOf(parts);
    }

    private static void addDisjunct(List<BoundCondition> parts, BoundCondition test) {
        for (int i = 0; i < parts.size(); i++) {
            BoundCondition either = either(parts.get(i), test);
            if (either != null) {
                parts.set(i, either);
                return;
            }
        }
        parts.add(test);
    }

    /** The same condition as a {@link TextPart}, if it is about a substring of a column. */
    private BoundCondition ofPart(BoundCondition condition) {
        BoundCondition.Among among = null;
        if (condition instanceof BoundCondition.Among known) {
            among = known;
        } else if (condition instanceof BoundCondition.General) {
            List<BoundCondition> single = new ArrayList<>();
            among = addAmong(single, condition) ? (BoundCondition.Among) single.getFirst() : null;
        }
        TextPart part =
                among == null ? null : TextPart.of(registers, among.register(), among.texts());
        if (part == null) {
            return condition;
        }
        int load = ((Step.Apply) registers.step(among.register())).arguments().get(0);
        return new BoundCondition.PartAmong(
                registers.source(load), (Chunk.Texts) registers.chunk(load), part);
    }

    /** Collects comparisons of one register with texts into a set. */
    private boolean addAmong(List<BoundCondition> parts, BoundCondition test) {
        if (!(test instanceof BoundCondition.General general)
                || !(general.condition() instanceof Condition.Compare compare)
                || compare.comparator() != Comparator.EQ
                || compare.affinity().isNumeric()
                || !(registers.step(compare.right()) instanceof Step.Constant constant)
                || !(registers.constant(constant) instanceof Text text)) {
            return false;
        }
        BoundCondition.Among among = parts.stream()
                .filter(BoundCondition.Among.class::isInstance)
                .map(BoundCondition.Among.class::cast)
                .filter(known -> known.register() == compare.left())
                .findFirst()
                .orElse(null);
        if (among == null) {
            among = new BoundCondition.Among(compare.left(), new HashSet<>(), new ArrayList<>());
            parts.add(among);
        }
        among.texts().add(text);
        among.comparisons().add(compare);
        return true;
    }

    private BoundCondition bind(Condition.NullTest test) {
        Chunk chunk = registers.chunk(test.operand());
        if (chunk == null || chunk instanceof Chunk.Mixed || chunk instanceof Chunk.Computed) {
            return new BoundCondition.General(test);
        }
        if (chunk.nulls != null) {
            return new BoundCondition.NullTest(
                    registers.source(test.operand()), chunk, test.wanted());
        }
        return chunk instanceof Chunk.Nulls == test.wanted() ? ALWAYS : NEVER;
    }

    /** Binds a comparison; a constant comes to the right. */
    private BoundCondition bind(Condition.Compare compare) {
        Step left = registers.step(compare.left());
        Step right = registers.step(compare.right());
        BoundCondition test = null;
        if (left instanceof Step.Load && right instanceof Step.Constant constant) {
            test = bind(
                    compare, compare.left(), compare.comparator(), registers.constant(constant));
        } else if (right instanceof Step.Load && left instanceof Step.Constant constant) {
            test = bind(
                    compare,
                    compare.right(),
                    turned(compare.comparator()),
                    registers.constant(constant));
        } else if (registers.chunk(compare.left()) instanceof Chunk.Dictionary first
                && registers.chunk(compare.right()) instanceof Chunk.Dictionary second) {
            test = bind(compare, first, second);
        } else if (registers.chunk(compare.left()) instanceof Chunk.Times first
                && registers.chunk(compare.right()) instanceof Chunk.Times second) {
            test = bind(compare, first, second);
        }
        return test == null ? new BoundCondition.General(compare) : test;
    }

    /** Binds a comparison of two columns of texts; null if they are compared one by one. */
    private BoundCondition bind(
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

    private BoundCondition bind(Condition.Compare compare, Chunk.Times left, Chunk.Times right) {
        boolean coded = compare.comparator() != Comparator.IS
                && compare.comparator() != Comparator.IS_NOT
                && !compare.affinity().isNumeric()
                && left.form == right.form;
        return coded
                ? new BoundCondition.Coded(
                        compare.comparator(),
                        registers.source(compare.left()),
                        left,
                        left.codes,
                        registers.source(compare.right()),
                        right,
                        right.codes)
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

    private BoundCondition bind(
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
                    dictionary.codes,
                    0,
                    new Entries(
                            dictionary.entries.length,
                            false,
                            entry -> comparator.holds(Comparison.compare(
                                    dictionary.entries[entry], constant, compare.affinity()))));
        }
        if (chunk instanceof Chunk.Texts texts) {
            // A numeric affinity would convert each text to a number.
            return constant instanceof Text text && !compare.affinity().isNumeric()
                    ? new BoundCondition.TextCompared(source, texts, comparator, text)
                    : null;
        }
        if (comparator == Comparator.NE) {
            return notEqual(compare, column, constant);
        }
        if (chunk instanceof Chunk.Times times) {
            // A numeric affinity would convert each text to a number.
            return constant instanceof Text && !compare.affinity().isNumeric()
                    ? range(source, chunk, times.codes, times.form::text, comparator, constant)
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
            case Chunk.Doubles doubles -> realRange(source, doubles, comparator, number);
            default -> null;
        };
    }

    /** NOT EQUAL is below or above; NULL is neither. */
    private BoundCondition notEqual(Condition.Compare compare, int column, Object constant) {
        BoundCondition equal = bind(compare, column, Comparator.EQ, constant);
        if (equal instanceof BoundCondition.Range range && range.column().nulls == null) {
            return new BoundCondition.Untrue(range);
        }
        BoundCondition below = bind(compare, column, Comparator.LT, constant);
        BoundCondition above = bind(compare, column, Comparator.GT, constant);
        return below == null || above == null ? null : any(List.of(below, above));
    }

    /** Binds a comparison of reals; null if no real equals the number. */
    private static BoundCondition realRange(
            int source, Chunk.Doubles column, Comparator comparator, Object number) {
        double bound = ((Number) number).doubleValue();
        if (Values.compare(bound, number, Collation.BINARY) != 0) {
            return null;
        }
        if ((comparator == Comparator.LT && bound == Double.NEGATIVE_INFINITY)
                || (comparator == Comparator.GT && bound == Double.POSITIVE_INFINITY)) {
            return NEVER;
        }
        double low = switch (comparator) {
            case LT, LE -> Double.NEGATIVE_INFINITY;
            case GT -> Math.nextUp(bound);
            default -> bound;
        };
        double high = switch (comparator) {
            case LT -> Math.nextDown(bound);
            case LE, EQ -> bound;
            default -> Double.POSITIVE_INFINITY;
        };
        return new BoundCondition.RealRange(source, column, low, high);
    }

    /**
     * Binds a comparison to a range of codes.
     *
     * @param values by code, in the order of the codes
     */
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
     * Finds the least code whose value is not below {@code constant}, or is above it; one more than
     * the greatest code if there is none.
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

    /**
     * Binds LIKE or GLOB of one column and constants: it is evaluated for each distinct value if
     * those are few.
     */
    private BoundCondition bind(Condition.Pattern pattern) {
        int varying = -1;
        Object[] arguments = new Object[pattern.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            if (registers.step(pattern.arguments().get(i)) instanceof Step.Constant constant) {
                arguments[i] = registers.constant(constant);
            } else if (varying < 0) {
                varying = i;
            } else {
                return new BoundCondition.General(pattern);
            }
        }
        if (varying < 0) {
            return new BoundCondition.General(pattern);
        }
        int register = pattern.arguments().get(varying);
        int argument = varying;
        return switch (registers.chunk(register)) {
            case Chunk.Dictionary dictionary ->
                new BoundCondition.Listed(
                        registers.source(register),
                        dictionary,
                        dictionary.codes,
                        0,
                        new Entries(dictionary.entries.length, true, entry -> {
                            arguments[argument] = dictionary.entries[entry];
                            return holds(pattern, arguments);
                        }));
            case Chunk.Times times
            when times.range() <= Math.max(times.codes.count(), LISTED_MIN) ->
                new BoundCondition.Listed(
                        registers.source(register),
                        times,
                        times.codes,
                        times.codes.least,
                        new Entries((int) times.range(), true, number -> {
                            arguments[argument] = times.text(times.codes.least + number);
                            return holds(pattern, arguments);
                        }));
            case null, default -> new BoundCondition.General(pattern);
        };
    }

    /** Evaluates a pattern; NULL does not pass. */
    boolean holds(Condition.Pattern pattern, Object[] arguments) {
        Object result = pattern.function().call(context, arguments);
        return result != SqlNull.NULL && Casts.isTrue(result) == pattern.wanted();
    }
}
