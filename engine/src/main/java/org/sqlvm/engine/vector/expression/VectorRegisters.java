package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Kernels;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Operator;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.Arrays;

/**
 * The vector registers of a scan. Each is computed when it is first read, for the selected rows.
 * Values of one kind are computed by a loop over arrays. If kinds are mixed, or a result is of
 * another kind than its operands (an integer overflows, a division by zero), that vector is
 * computed value by value with the row engine's arithmetic.
 */
public final class VectorRegisters {
    private static final long NEVER = -1;
    private static final long ALWAYS = Long.MAX_VALUE;

    private final Step[] steps;
    private final Object[] constants;
    private final Vector[] vectors;
    private final Filter filter;
    private final Choices choices;
    private final EntryValues entryValues;

    /** The direct mapping of the group keys; null before it is used. */
    private DirectMappedKeys directMappedKeys;

    /** By register: the {@link #generation} that its values belong to. */
    private final long[] made;

    private long generation;

    /** Integer operands, converted to reals. */
    private final double[] widened;

    /** By source: its columns. */
    private final Chunk[][] columns;

    /** The first row of the current vector in the partition of source 0. */
    private int from;

    /**
     * By source: its selection. That of source 0 counts from {@link #from}; null selects all rows.
     */
    private int[][] rows;

    private int count;

    public VectorRegisters(
            VectorPipeline pipeline, Object[] constants, CallContext context, int vectorRows) {
        this.steps = pipeline.steps().toArray(Step[]::new);
        this.constants = constants;
        this.vectors = new Vector[steps.length];
        this.made = new long[steps.length];
        this.widened = new double[vectorRows];
        this.columns = new Chunk[pipeline.probes().size() + 1][];
        this.rows = new int[columns.length][];
        this.filter = new Filter(this, context, vectorRows);
        this.choices = new Choices(filter, vectorRows);
        this.entryValues = new EntryValues(this, steps, context, vectorRows);
        for (int i = 0; i < steps.length; i++) {
            vectors[i] = new Vector(vectorRows);
            made[i] = NEVER;
            if (steps[i] instanceof Step.Constant constant) {
                vectors[i].fill(constants[constant.operand()]);
                made[i] = ALWAYS;
            }
        }
    }

    /** Tests conditions on the selected rows. */
    public Filter filter() {
        return filter;
    }

    /** Computes functions of a column once for each of its values. */
    EntryValues entryValues() {
        return entryValues;
    }

    /**
     * The direct mapping of group keys. It is independent of the groups, so it is kept for all rows
     * that come here.
     */
    public DirectMappedKeys directMappedKeys(int[] keys) {
        if (directMappedKeys == null) {
            directMappedKeys = new DirectMappedKeys(keys, widened.length);
        }
        return directMappedKeys;
    }

    /** The step that computes a register. */
    Step step(int register) {
        return steps[register];
    }

    /** The value of an operand of the instruction. */
    Object constant(Step.Constant step) {
        return constants[step.operand()];
    }

    /** Sets the columns of a build side. */
    public void setSource(int source, Chunk[] kept) {
        assert source > 0 && source < columns.length : source;
        columns[source] = kept;
    }

    /** Begins a partition of the scanned table. */
    public void enter(Chunk[] partition) {
        columns[0] = partition;
        choices.enter();
        move(0, 0);
    }

    /** Moves to {@code rowCount} rows of the partition, without rows of build sides. */
    public void move(int first, int rowCount) {
        assert first >= 0 && rowCount <= widened.length : rowCount;
        from = first;
        select(new int[columns.length][], rowCount);
    }

    /**
     * Selects other rows. Vectors have the values of the selected rows only.
     *
     * @param bySource the selection of each source; that of the scanned table counts from
     *     {@link #from}
     */
    public void select(int[][] bySource, int rowCount) {
        assert rowCount <= widened.length : rowCount;
        assert areSelections(bySource, rowCount);
        rows = bySource;
        count = rowCount;
        generation++;
    }

    /**
     * Rows of the scanned table are in order; those of build sides are in that of their finding.
     */
    private static boolean areSelections(int[][] bySource, int rowCount) {
        for (int source = 0; source < bySource.length; source++) {
            int[] rows = bySource[source];
            boolean valid = rows == null
                    || (source == 0
                            ? Checks.isOrdered(rows, rowCount, Integer.MAX_VALUE)
                            : Checks.areBelow(rows, rowCount, Integer.MAX_VALUE));
            if (!valid) {
                return false;
            }
        }
        return true;
    }

    /**
     * Narrows the selection.
     *
     * @param some indexes in the current selection, in ascending order
     */
    public void narrow(int[] some, int rowCount) {
        assert Checks.isAscending(some, rowCount, count) : count;
        int[][] narrowed = new int[rows.length][];
        for (int source = 0; source < rows.length; source++) {
            if (source == 0 || rows[source] != null) {
                narrowed[source] = new int[rowCount];
                for (int i = 0; i < rowCount; i++) {
                    narrowed[source][i] = rows[source] == null ? some[i] : rows[source][some[i]];
                }
            }
        }
        select(narrowed, rowCount);
    }

    public int count() {
        return count;
    }

    /** The source of a loaded register. */
    public int source(int register) {
        return ((Step.Load) steps[register]).source();
    }

    /** The row that the selection of a source counts from. */
    public int from(int source) {
        return source == 0 ? from : 0;
    }

    /** The selection of a source, counted from {@link #from}; null for all rows. */
    public int[] selection(int source) {
        return rows[source];
    }

    /** The column that a register is loaded from; null if it is computed. */
    public Chunk chunk(int register) {
        return steps[register] instanceof Step.Load load
                ? columns[load.source()][load.column()]
                : null;
    }

    public Vector get(int register) {
        Vector vector = vectors[register];
        if (made[register] >= generation) {
            return vector;
        }
        switch (steps[register]) {
            case Step.Load load ->
                columns[load.source()][load.column()].load(
                        from(load.source()), rows[load.source()], count, vector);
            case Step.Constant _ -> throw new AssertionError(register);
            case Step.Arithmetic step ->
                compute(step.operator(), get(step.left()), get(step.right()), vector);
            case Step.Negation negation -> negate(get(negation.operand()), vector);
            case Step.Choice choice -> choices.choose(choice, this, vector);
            case Step.Apply _, Step.Conversion _ -> entryValues.compute(register, vector);
        }
        assert Checks.isValid(vector, count) : steps[register];
        made[register] = generation;
        return vector;
    }

    private void compute(Operator operator, Vector left, Vector right, Vector target) {
        boolean objects = left.kind == Vector.OBJECTS || right.kind == Vector.OBJECTS;
        boolean done;
        if (left.kind == Vector.LONGS && right.kind == Vector.LONGS) {
            done = compute(operator, left.longs, right.longs, target.makeLongs());
        } else if (objects || !operator.isOfReals()) {
            done = false;
        } else {
            double[] a = left.kind == Vector.LONGS ? widened(left.longs) : left.doubles;
            double[] b = right.kind == Vector.LONGS ? widened(right.longs) : right.doubles;
            done = compute(operator, a, b, target.makeDoubles());
        }
        if (!done) {
            computeEach(operator, left, right, target);
        } else if (left.hasNulls || right.hasNulls) {
            boolean[] nulls = target.makeNulls(count);
            for (int i = 0; i < count; i++) {
                nulls[i] = (left.hasNulls && left.nulls[i]) || (right.hasNulls && right.nulls[i]);
            }
        }
    }

    /** Converts integers to reals: an integer and a real are computed as reals. */
    private double[] widened(long[] values) {
        for (int i = 0; i < count; i++) {
            widened[i] = values[i];
        }
        return widened;
    }

    private boolean compute(Operator operator, long[] left, long[] right, long[] target) {
        return switch (operator) {
            case ADD -> Kernels.add(left, right, count, target);
            case SUBTRACT -> Kernels.subtract(left, right, count, target);
            case MULTIPLY -> Kernels.multiply(left, right, count, target);
            case DIVIDE -> Kernels.divide(left, right, count, target);
            case REMAINDER -> Kernels.remainder(left, right, count, target);
            case BIT_AND -> Kernels.bitAnd(left, right, count, target);
            case BIT_OR -> Kernels.bitOr(left, right, count, target);
            case SHIFT_LEFT -> Kernels.shiftLeft(left, right, count, target);
            case SHIFT_RIGHT -> Kernels.shiftRight(left, right, count, target);
            case CONCAT -> false;
        };
    }

    private boolean compute(Operator operator, double[] left, double[] right, double[] target) {
        return switch (operator) {
            case ADD -> Kernels.add(left, right, count, target);
            case SUBTRACT -> Kernels.subtract(left, right, count, target);
            case MULTIPLY -> Kernels.multiply(left, right, count, target);
            case DIVIDE -> Kernels.divide(left, right, count, target);
            default -> throw new AssertionError(operator);
        };
    }

    private void computeEach(Operator operator, Vector left, Vector right, Vector target) {
        Object[] values = target.makeObjects();
        for (int i = 0; i < count; i++) {
            values[i] = compute(operator, left.get(i), right.get(i));
        }
    }

    /** The row engine's arithmetic. */
    static Object compute(Operator operator, Object left, Object right) {
        return switch (operator) {
            case ADD -> Arithmetic.add(left, right);
            case SUBTRACT -> Arithmetic.subtract(left, right);
            case MULTIPLY -> Arithmetic.multiply(left, right);
            case DIVIDE -> Arithmetic.divide(left, right);
            case REMAINDER -> Arithmetic.remainder(left, right);
            case BIT_AND -> Arithmetic.bitAnd(left, right);
            case BIT_OR -> Arithmetic.bitOr(left, right);
            case SHIFT_LEFT -> Arithmetic.shiftLeft(left, right);
            case SHIFT_RIGHT -> Arithmetic.shiftRight(left, right);
            case CONCAT -> Arithmetic.concat(left, right, TextBuilder.LENGTH_MAX);
        };
    }

    private void negate(Vector operand, Vector target) {
        if (operand.kind == Vector.DOUBLES) {
            double[] values = target.makeDoubles();
            for (int i = 0; i < count; i++) {
                values[i] = -operand.doubles[i];
            }
            copyNulls(operand, target);
            return;
        }
        if (operand.kind == Vector.LONGS
                && Kernels.negate(operand.longs, count, target.makeLongs())) {
            copyNulls(operand, target);
            return;
        }
        Object[] values = target.makeObjects();
        for (int i = 0; i < count; i++) {
            values[i] = Arithmetic.negate(operand.get(i));
        }
    }

    /** NULL stays NULL. */
    void copyNulls(Vector operand, Vector target) {
        if (operand.hasNulls) {
            System.arraycopy(operand.nulls, 0, target.makeNulls(count), 0, count);
        }
    }

    /**
     * Computes registers that may fail. If one does, the error is that of the first row that fails,
     * and of that row's first register.
     */
    public void computeInOrder(int[] failing) {
        try {
            compute(failing);
        } catch (SqlException e) {
            each(() -> compute(failing));
            throw e;
        }
    }

    public void compute(int[] some) {
        for (int register : some) {
            get(register);
        }
    }

    /** Does something for each of the selected rows, which is then the only one. */
    public void each(Runnable action) {
        int[][] all = rows;
        int rowCount = count;
        for (int row = 0; row < rowCount; row++) {
            select(all, rowCount);
            narrow(new int[] {row}, 1);
            action.run();
        }
    }

    /** Several registers. */
    public Vector[] getAll(int[] registers) {
        Vector[] all = new Vector[registers.length];
        Arrays.setAll(all, i -> get(registers[i]));
        return all;
    }
}
