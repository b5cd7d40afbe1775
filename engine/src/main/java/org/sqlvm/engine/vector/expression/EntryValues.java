package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.TimeGrain;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ColumnValues;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

/**
 * Computes functions and casts. If the only column that varies in one has few distinct values in
 * the partition ({@link ColumnValues}), it is computed once for each value that occurs, otherwise
 * for each row.
 */
final class EntryValues {
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final VectorRegisters registers;
    private final Step[] steps;
    private final CallContext context;

    /**
     * By register: the only loaded register that it depends on, or {@link #NONE} or
     * {@link #SEVERAL}.
     */
    private final int[] loads;

    /** By register: see {@link TimeGrain}. */
    private final int[] units;

    /** By register: the results for the values of its column; null before the first. */
    private final Known[] known;

    private final VectorForms forms;

    /** The numbers of the selected rows' values. */
    private final int[] numbers;

    private static final class Known {
        final Chunk chunk;

        /** The distinct values; null if there are too many. */
        final ColumnValues values;

        /** By number of a value: the result; null if the value has not occurred. */
        final Object[] results;

        /** By number of a value: the result as an integer, or the bits of a real. */
        final long[] bits;

        boolean areLongs = true;
        boolean areDoubles = true;

        Known(Chunk chunk, ColumnValues values) {
            this.chunk = chunk;
            this.values = values;
            this.results = new Object[values == null ? 0 : values.count()];
            this.bits = new long[results.length];
        }

        void put(int number, Object result) {
            results[number] = result;
            areLongs &= result instanceof Long;
            areDoubles &= result instanceof Double;
            bits[number] = KeyValues.bitsOf(result);
        }
    }

    EntryValues(VectorRegisters registers, Step[] steps, CallContext context, int vectorRows) {
        this.registers = registers;
        this.steps = steps;
        this.context = context;
        this.loads = new int[steps.length];
        this.units = new int[steps.length];
        this.known = new Known[steps.length];
        this.numbers = new int[vectorRows];
        this.forms = new VectorForms(registers, context);
        for (int i = 0; i < steps.length; i++) {
            if (steps[i] instanceof Step.Apply call && call.function().is(FunctionFact.STABLE)) {
                context.currentTimeMs(); // Threads shall not ask for the time first.
            }
            loads[i] = switch (steps[i]) {
                case Step.Load _ -> i;
                case Step.Constant _ -> NONE;
                case Step.Arithmetic step -> joined(loads[step.left()], loads[step.right()]);
                case Step.Negation step -> loads[step.operand()];
                case Step.Choice _ -> SEVERAL;
                case Step.Apply step -> {
                    int only = NONE;
                    for (int operand : step.arguments()) {
                        only = joined(only, loads[operand]);
                    }
                    yield only;
                }
                case Step.Conversion step -> loads[step.operand()];
            };
            units[i] = switch (steps[i]) {
                case Step.Load _, Step.Choice _ -> TimeGrain.SECOND;
                case Step.Constant _ -> TimeGrain.DAY;
                case Step.Arithmetic step -> Math.min(units[step.left()], units[step.right()]);
                case Step.Negation step -> units[step.operand()];
                case Step.Apply step -> unit(step);
                case Step.Conversion step -> units[step.operand()];
            };
        }
    }

    private static int joined(int left, int right) {
        return left == NONE || left == right ? right : right == NONE ? left : SEVERAL;
    }

    private int unit(Step.Apply step) {
        Object[] constants = new Object[step.arguments().size()];
        int unit = TimeGrain.DAY;
        int varying = NONE;
        for (int i = 0; i < constants.length; i++) {
            int argument = step.arguments().get(i);
            if (steps[argument] instanceof Step.Constant constant) {
                constants[i] = registers.constant(constant);
            } else if (steps[argument] instanceof Step.Load) {
                // Nothing is known about a column that is two arguments.
                unit = varying == NONE ? unit : TimeGrain.SECOND;
                varying = i;
            } else {
                unit = Math.min(unit, units[argument]);
            }
        }
        return varying == NONE
                ? unit
                : Math.min(unit, step.function().timeGrain().of(varying, constants));
    }

    /**
     * The distinct values of the only column that varies in a register; null if there is none, or
     * it has too many.
     */
    ColumnValues columnValues(int register) {
        int load = loads[register];
        return load < 0 ? null : ColumnValues.of(registers.chunk(load), units[register]);
    }

    /** The register that is loaded from that column. */
    int load(int register) {
        return loads[register];
    }

    /** The value of a register for a value of that column. */
    Object result(int register, Object value) {
        return value(register, loads[register], value);
    }

    /** Computes a function or a cast for the selected rows. */
    void compute(int register, Vector target) {
        int load = loads[register];
        if (load >= 0) {
            Known entries = known[register];
            Chunk chunk = registers.chunk(load);
            if (entries == null || entries.chunk != chunk) {
                entries = new Known(chunk, columnValues(register));
                known[register] = entries;
            }
            if (entries.values != null) {
                compute(register, load, entries, target);
                return;
            }
        }
        switch (steps[register]) {
            case Step.Apply step -> {
                if (!forms.apply(step, target)) {
                    applyEach(step, target.makeObjects());
                }
            }
            case Step.Conversion step -> {
                if (!forms.convert(step, target)) {
                    convertEach(step, target.makeObjects());
                }
            }
            default -> throw new AssertionError(register);
        }
    }

    private void applyEach(Step.Apply step, Object[] target) {
        int argumentCount = step.arguments().size();
        Object[] arguments = new Object[argumentCount];
        Vector[] operands = new Vector[argumentCount];
        for (int k = 0; k < argumentCount; k++) {
            int register = step.arguments().get(k);
            if (steps[register] instanceof Step.Constant constant) {
                arguments[k] = registers.constant(constant);
            } else {
                operands[k] = registers.get(register);
            }
        }
        for (int i = 0; i < registers.count(); i++) {
            for (int k = 0; k < argumentCount; k++) {
                if (operands[k] != null) {
                    arguments[k] = operands[k].get(i);
                }
            }
            target[i] = step.function().call(context, arguments);
        }
    }

    private void convertEach(Step.Conversion step, Object[] target) {
        Vector operand = registers.get(step.operand());
        for (int i = 0; i < registers.count(); i++) {
            target[i] = Casts.cast(operand.get(i), step.target(), context.encoding());
        }
    }

    private void compute(int register, int load, Known entries, Vector target) {
        int count = registers.count();
        int source = registers.source(load);
        int from = registers.from(source);
        int[] selection = registers.selection(source);
        entries.values.numbers(from, selection, count, numbers);
        long[] nulls = entries.values.nulls();
        for (int i = 0; i < count; i++) {
            int number = numbers[i];
            if (entries.results[number] == null && !isNull(nulls, from, selection, i)) {
                entries.put(number, result(register, entries.values.value(number)));
            }
        }
        if (entries.areLongs && nulls == null) {
            long[] longs = target.makeLongs();
            for (int i = 0; i < count; i++) {
                longs[i] = entries.bits[numbers[i]];
            }
            return;
        }
        if (entries.areDoubles && nulls == null) {
            double[] doubles = target.makeDoubles();
            for (int i = 0; i < count; i++) {
                doubles[i] = Double.longBitsToDouble(entries.bits[numbers[i]]);
            }
            return;
        }
        Object[] values = target.makeObjects();
        for (int i = 0; i < count; i++) {
            boolean isNull = isNull(nulls, from, selection, i);
            values[i] = isNull ? result(register, SqlNull.NULL) : entries.results[numbers[i]];
        }
    }

    private static boolean isNull(long[] nulls, int from, int[] selection, int index) {
        return nulls != null
                && Bits.get(nulls, selection == null ? from + index : from + selection[index]);
    }

    /**
     * The value of a register that depends on no other column, with the row engine's arithmetic.
     *
     * @param load a register whose value is {@code entry}
     */
    private Object value(int register, int load, Object entry) {
        if (register == load) {
            return entry;
        }
        return switch (steps[register]) {
            case Step.Constant constant -> registers.constant(constant);
            case Step.Apply step -> {
                Object[] arguments = new Object[step.arguments().size()];
                for (int i = 0; i < arguments.length; i++) {
                    arguments[i] = value(step.arguments().get(i), load, entry);
                }
                yield step.function().call(context, arguments);
            }
            case Step.Conversion step ->
                Casts.cast(value(step.operand(), load, entry), step.target(), context.encoding());
            case Step.Arithmetic step ->
                VectorRegisters.compute(
                        step.operator(),
                        value(step.left(), load, entry),
                        value(step.right(), load, entry));
            case Step.Negation step -> Arithmetic.negate(value(step.operand(), load, entry));
            case Step.Load _, Step.Choice _ -> throw new AssertionError(register);
        };
    }
}
