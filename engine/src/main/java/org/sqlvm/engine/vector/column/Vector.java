package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.Batch;

import java.util.Arrays;

/**
 * The values of one register for the rows at hand. They are all integers, all reals, or objects:
 * values as registers of rows have them, of any kinds, whose bytes last.
 */
public final class Vector {
    public static final int LONGS = 0;
    public static final int DOUBLES = 1;
    public static final int OBJECTS = 2;

    final int capacity;
    public int kind;

    /** Only of the kind's own array are the values valid. */
    public long[] longs;

    public double[] doubles;
    public Object[] objects;

    /**
     * Some of {@link #nulls} may be set. Of {@link #OBJECTS} never: there a NULL is a value. What
     * stands in the other arrays for a NULL is any number.
     */
    public boolean hasNulls;

    public boolean[] nulls;

    public Vector(int capacity) {
        this.capacity = capacity;
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

    /** The flags of values that are NULL, all off. */
    public boolean[] makeNulls(int count) {
        if (nulls == null) {
            nulls = new boolean[capacity];
        } else {
            Arrays.fill(nulls, 0, count, false);
        }
        hasNulls = true;
        return nulls;
    }

    /** The same value everywhere. */
    public void fill(Object value) {
        switch (value) {
            case Long number -> Arrays.fill(makeLongs(), number);
            case Double number -> Arrays.fill(makeDoubles(), number);
            default -> Arrays.fill(makeObjects(), value);
        }
    }

    /** Copies some values, none of which is NULL. */
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

    /** The first values, to be kept while this vector takes others. */
    public Vector first(int count) {
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

    /** The value as a register of rows has it. */
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

    /** Makes the values a column of an empty batch. */
    public void give(Batch batch, int column, int count) {
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
