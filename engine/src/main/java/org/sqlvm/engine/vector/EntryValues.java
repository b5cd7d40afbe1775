package org.sqlvm.engine.vector;

import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.vector.VectorQuery.Step;

/**
 * Functions and casts. Where all that varies in one is a column with a dictionary, it is computed
 * once for each entry that occurs; otherwise for every row.
 */
final class EntryValues {
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final VectorRegisters registers;
    private final Step[] steps;
    private final CallContext context;

    /** By register: the only one that is loaded for it, or {@link #NONE} or {@link #SEVERAL}. */
    private final int[] loads;

    /** By register: what is known of the entries of its column's dictionary; null for nothing. */
    private final Known[] known;

    /** The entries of the rows at hand. */
    private final long[] codes;

    private static final class Known {
        final Chunk.Dictionary dictionary;

        /** By entry; null for those that have not occurred. */
        final Object[] values;

        /** All values so far are integers: theirs, by entry. */
        final long[] longs;

        boolean isWhole = true;

        Known(Chunk.Dictionary dictionary) {
            this.dictionary = dictionary;
            this.values = new Object[dictionary.entries.length];
            this.longs = new long[values.length];
        }
    }

    EntryValues(VectorRegisters registers, Step[] steps, CallContext context, int vectorRows) {
        this.registers = registers;
        this.steps = steps;
        this.context = context;
        this.loads = new int[steps.length];
        this.known = new Known[steps.length];
        this.codes = new long[vectorRows];
        for (int i = 0; i < steps.length; i++) {
            loads[i] = switch (steps[i]) {
                case Step.Load _ -> i;
                case Step.Constant _ -> NONE;
                case Step.Arithmetic step -> joined(loads[step.left()], loads[step.right()]);
                case Step.Negation step -> loads[step.operand()];
                case Step.Choice _ -> SEVERAL;
                case Step.Apply step -> {
                    int only = NONE;
                    for (int argument : step.arguments()) {
                        only = joined(only, loads[argument]);
                    }
                    yield only;
                }
                case Step.Conversion step -> loads[step.operand()];
            };
        }
    }

    private static int joined(int left, int right) {
        return left == NONE || left == right ? right : right == NONE ? left : SEVERAL;
    }

    /** The values of a function or a cast for the rows at hand. */
    void compute(int register, Vector target) {
        int load = loads[register];
        if (load >= 0 && registers.chunk(load) instanceof Chunk.Dictionary dictionary) {
            computeEntries(register, load, dictionary, target);
            return;
        }
        Object[] values = target.makeObjects();
        for (int i = 0; i < registers.count(); i++) {
            values[i] = value(register, NONE, null, i);
        }
    }

    private void computeEntries(
            int register, int load, Chunk.Dictionary dictionary, Vector target) {
        Known entries = known[register];
        if (entries == null || entries.dictionary != dictionary) {
            entries = new Known(dictionary);
            known[register] = entries;
        }
        int count = registers.count();
        int source = registers.source(load);
        int from = registers.from(source);
        int[] lanes = registers.lanes(source);
        dictionary.codes.copy(from, lanes, count, codes);
        for (int i = 0; i < count; i++) {
            int code = (int) codes[i];
            if (entries.values[code] == null) {
                Object value = value(register, load, dictionary.entries[code], NONE);
                entries.values[code] = value;
                if (value instanceof Long number) {
                    entries.longs[code] = number;
                } else {
                    entries.isWhole = false;
                }
            }
        }
        if (entries.isWhole && dictionary.nulls == null) {
            long[] longs = target.makeLongs();
            for (int i = 0; i < count; i++) {
                longs[i] = entries.longs[(int) codes[i]];
            }
            return;
        }
        Object[] values = target.makeObjects();
        for (int i = 0; i < count; i++) {
            int row = lanes == null ? from + i : from + lanes[i];
            boolean isNull = dictionary.nulls != null && Bits.get(dictionary.nulls, row);
            values[i] = isNull
                    ? value(register, load, SqlNull.NULL, NONE)
                    : entries.values[(int) codes[i]];
        }
    }

    /**
     * The value of a register, as rows compute it.
     *
     * @param load a register that is {@code entry}, or {@link #NONE}
     * @param lane the row whose values the others have, or {@link #NONE}: there are constants alone
     */
    private Object value(int register, int load, Object entry, int lane) {
        if (register == load) {
            return entry;
        }
        return switch (steps[register]) {
            case Step.Constant constant -> registers.constant(constant);
            case Step.Apply step -> {
                Object[] arguments = new Object[step.arguments().size()];
                for (int i = 0; i < arguments.length; i++) {
                    arguments[i] = value(step.arguments().get(i), load, entry, lane);
                }
                yield step.function().call(context, arguments);
            }
            case Step.Conversion step ->
                Casts.cast(value(step.operand(), load, entry, lane), step.target());
            case Step.Arithmetic step
            when lane == NONE ->
                VectorRegisters.compute(
                        step.operator(),
                        value(step.left(), load, entry, lane),
                        value(step.right(), load, entry, lane));
            case Step.Negation step
            when lane == NONE -> Arithmetic.negate(value(step.operand(), load, entry, lane));
            default -> registers.get(register).get(lane);
        };
    }
}
