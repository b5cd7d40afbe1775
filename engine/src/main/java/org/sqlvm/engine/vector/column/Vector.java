package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.Batch;

import java.util.Arrays;

/**
 * The values of one register for the selected rows. They are all integers, all reals, or objects:
 * values of any kinds as the registers of the row engine have them, whose bytes do not change.
 */
public final class Vector {
    public static final int LONGS = 0;
    public static final int DOUBLES = 1;
    public static final int OBJECTS = 2;

    final int capacity;
    public int kind;

    /** Values are valid in the array of their {@link #kind} only. */
    public long[] longs;

    public double[] doubles;
    public Object[] objects;

    /**
     * Whether {@link #nulls} are valid. Never for {@link #OBJECTS}, where NULL is a value. In the
     * other arrays a NULL has any number.
     */
    public boolean hasNulls;

    public boolean[] nulls;

    public Vector(int capacity) {
        this.capacity = capacity;
    }

    /** The most values that it holds. */
    public int capacity() {
        return capacity;
    }

    public long[] makeLongs() {
        kind = LONGS;
        hasNulls = false;
        if (longs == null) {
            longs = new long[capacity];
        }
        return longs;
    }

    public double[] makeDoubles() {
        kind = DOUBLES;
        hasNulls = false;
        if (doubles == null) {
            doubles = new double[capacity];
        }
        return doubles;
    }

    public Object[] makeObjects() {
        kind = OBJECTS;
        hasNulls = false;
        if (objects == null) {
            objects = new Object[capacity];
        }
        return objects;
    }

    /** Returns the flags of values that are NULL, all off. */
    public boolean[] makeNulls(int count) {
        boolean[] flags = flags(count);
        Arrays.fill(flags, 0, count, false);
        hasNulls = true;
        return flags;
    }

    /**
     * Returns the flags of values that are NULL. The caller sets them all, and {@link #hasNulls}.
     */
    boolean[] flags(int count) {
        assert kind != OBJECTS && count <= capacity : count;
        if (nulls == null) {
            nulls = new boolean[capacity];
        }
        return nulls;
    }

    /** Sets all values. */
    public void fill(Object value) {
        switch (value) {
            case Long number -> Arrays.fill(makeLongs(), number);
            case Double number -> Arrays.fill(makeDoubles(), number);
            default -> Arrays.fill(makeObjects(), value);
        }
    }

    /** Copies selected values, none of which is NULL. */
    public void copy(int[] selection, int count, Vector target) {
        switch (kind) {
            case LONGS -> {
                long[] values = target.makeLongs();
                for (int i = 0; i < count; i++) {
                    values[i] = longs[selection[i]];
                }
            }
            case DOUBLES -> {
                double[] values = target.makeDoubles();
                for (int i = 0; i < count; i++) {
                    values[i] = doubles[selection[i]];
                }
            }
            default -> {
                Object[] values = target.makeObjects();
                for (int i = 0; i < count; i++) {
                    values[i] = objects[selection[i]];
                }
            }
        }
    }

    /** Copies the first values, to be kept while this vector is used again. */
    public Vector first(int count) {
        assert Checks.isValid(this, count) : kind;
        Vector kept = new Vector(count);
        kept.kind = kind;
        kept.hasNulls = hasNulls;
        kept.nulls = hasNulls ? Arrays.copyOf(nulls, count) : null;
        switch (kind) {
            case LONGS -> kept.longs = Arrays.copyOf(longs, count);
            case DOUBLES -> kept.doubles = Arrays.copyOf(doubles, count);
            default -> kept.objects = Arrays.copyOf(objects, count);
        }
        return kept;
    }

    public boolean isNull(int index) {
        return kind == OBJECTS ? objects[index] == SqlNull.NULL : hasNulls && nulls[index];
    }

    /** The value as a register of the row engine has it. */
    public Object get(int index) {
        if (hasNulls && nulls[index]) {
            return SqlNull.NULL;
        }
        return switch (kind) {
            case LONGS -> longs[index];
            case DOUBLES -> doubles[index];
            default -> objects[index];
        };
    }

    /** Makes the values a column of an empty batch, which then owns the array. */
    public void give(Batch batch, int column, int count) {
        assert Checks.isValid(this, count) : kind;
        if (hasNulls) {
            Object[] values = new Object[capacity];
            for (int i = 0; i < count; i++) {
                values[i] = get(i);
            }
            batch.setObjects(column, values);
        } else {
            switch (kind) {
                case LONGS -> batch.setLongs(column, longs);
                case DOUBLES -> batch.setDoubles(column, doubles);
                default -> batch.setObjects(column, objects);
            }
        }
    }
}
