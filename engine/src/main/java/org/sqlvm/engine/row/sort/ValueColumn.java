package org.sqlvm.engine.row.sort;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.RowThreads;

import java.util.Arrays;

/**
 * The values of one column of rows, by row and unboxed: kinds ({@link ValueKind}), numbers, reals
 * as raw bits, and objects. A value that has not been set is NULL.
 */
public final class ValueColumn {
    private byte[] kinds = {};

    /** The numbers, in an array as long as {@link #kinds} once there is a number. */
    private long[] numbers = {};

    /** The objects, in an array as long as {@link #kinds} once there is a text or a blob. */
    private Object[] objects = {};

    /** Makes room for {@code capacity} rows. */
    public void grow(int capacity) {
        kinds = Arrays.copyOf(kinds, capacity);
        if (numbers.length > 0) {
            numbers = Arrays.copyOf(numbers, capacity);
        }
        if (objects.length > 0) {
            objects = Arrays.copyOf(objects, capacity);
        }
    }

    public int kind(int row) {
        return kinds[row];
    }

    boolean isNull(int row) {
        return kinds[row] == ValueKind.NULL;
    }

    /** The integer, or the raw bits of the real. */
    public long number(int row) {
        return numbers[row];
    }

    /** The text or blob. */
    public Object object(int row) {
        return objects[row];
    }

    /** The value, boxed if it is a number. */
    public Object get(int row) {
        return switch (kinds[row]) {
            case ValueKind.NULL -> SqlNull.NULL;
            case ValueKind.LONG -> (Object) numbers[row];
            case ValueKind.DOUBLE -> (Object) Double.longBitsToDouble(numbers[row]);
            default -> objects[row];
        };
    }

    public void setNull(int row) {
        kinds[row] = ValueKind.NULL;
    }

    /** @param number an integer, or the raw bits of a real: {@code kind} says which */
    public void setNumber(int row, int kind, long number) {
        if (numbers.length == 0) {
            makeNumbers();
        }
        kinds[row] = (byte) kind;
        numbers[row] = number;
    }

    public void setDouble(int row, double number) {
        setNumber(row, ValueKind.DOUBLE, Double.doubleToRawLongBits(number));
    }

    @TruffleBoundary
    private void makeNumbers() {
        numbers = new long[kinds.length];
    }

    /**
     * Sets the integers of some rows.
     *
     * @param nulls whether each value is NULL; null if none is
     */
    public void setLongs(int row, long[] values, boolean[] nulls, int count) {
        if (numbers.length == 0) {
            makeNumbers();
        }
        System.arraycopy(values, 0, numbers, row, count);
        setKinds(row, ValueKind.LONG, nulls, count);
    }

    /**
     * Sets the reals of some rows.
     *
     * @param nulls whether each value is NULL; null if none is
     */
    public void setDoubles(int row, double[] values, boolean[] nulls, int count) {
        if (numbers.length == 0) {
            makeNumbers();
        }
        for (int i = 0; i < count; i++) {
            numbers[row + i] = Double.doubleToRawLongBits(values[i]);
        }
        setKinds(row, ValueKind.DOUBLE, nulls, count);
    }

    private void setKinds(int row, int kind, boolean[] nulls, int count) {
        Arrays.fill(kinds, row, row + count, (byte) kind);
        for (int i = 0; nulls != null && i < count; i++) {
            if (nulls[i]) {
                kinds[row + i] = ValueKind.NULL;
            }
        }
    }

    /** A text or a blob that lasts. */
    public void setObject(int row, Bytes value) {
        if (objects.length == 0) {
            objects = new Object[kinds.length];
        }
        kinds[row] = (byte) (value instanceof Text ? ValueKind.TEXT : ValueKind.BLOB);
        objects[row] = value;
    }

    /** Sets any value; it must not be borrowed. */
    public void set(int row, Object value) {
        switch (value) {
            case Long number -> setNumber(row, ValueKind.LONG, number);
            case Double number -> setDouble(row, number);
            case Text text -> setObject(row, text);
            case Blob blob -> setObject(row, blob);
            case null, default -> setNull(row);
        }
    }

    /** Takes over a value of this column or another. */
    public void copy(int row, ValueColumn source, int from) {
        int kind = source.kinds[from];
        if (ValueKind.isNumber(kind)) {
            setNumber(row, kind, source.numbers[from]);
        } else if (kind == ValueKind.NULL) {
            setNull(row);
        } else {
            setObject(row, (Bytes) source.objects[from]);
        }
    }

    /** Returns the kinds of the first {@code count} values as bits, without NULL. */
    int kindsOf(int count) {
        int all = 0;
        for (int row = 0; row < count; row++) {
            all |= kinds[row];
        }
        return all;
    }

    /** Whether there is a NULL among the first {@code count} values. */
    boolean hasNull(int count) {
        boolean found = false;
        for (int row = 0; row < count; row++) {
            found |= kinds[row] == ValueKind.NULL;
        }
        return found;
    }

    /**
     * Brings the rows into an order: first comes the one whose number is {@code order[0]}. There is
     * room for as many as before.
     */
    public void reorder(int[] order, RowThreads threads) {
        byte[] oldKinds = kinds;
        byte[] newKinds = new byte[oldKinds.length];
        threads.run(order.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                newKinds[i] = oldKinds[order[i]];
            }
        });
        kinds = newKinds;
        if (numbers.length > 0) {
            long[] oldNumbers = numbers;
            long[] newNumbers = new long[oldNumbers.length];
            threads.run(order.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    newNumbers[i] = oldNumbers[order[i]];
                }
            });
            numbers = newNumbers;
        }
        if (objects.length > 0) {
            Object[] oldObjects = objects;
            Object[] newObjects = new Object[oldObjects.length];
            threads.run(order.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    newObjects[i] = oldObjects[order[i]];
                }
            });
            objects = newObjects;
        }
    }
}
