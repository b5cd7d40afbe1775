package org.sqlvm.engine.row;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;

import java.util.Arrays;

/**
 * The values of one column of rows, by row and unboxed: kinds ({@link ValueKind}), numbers, reals
 * as raw bits, and objects. What has not been set is NULL.
 */
final class ValueColumn {
    private byte[] kinds = {};

    /** Of the same length, as soon as there is a number. */
    private long[] numbers = {};

    /** Of the same length, as soon as there is a text or a blob. */
    private Object[] objects = {};

    /** Makes room for {@code capacity} rows. */
    void grow(int capacity) {
        kinds = Arrays.copyOf(kinds, capacity);
        if (numbers.length > 0) {
            numbers = Arrays.copyOf(numbers, capacity);
        }
        if (objects.length > 0) {
            objects = Arrays.copyOf(objects, capacity);
        }
    }

    int kind(int row) {
        return kinds[row];
    }

    boolean isNull(int row) {
        return kinds[row] == ValueKind.NULL;
    }

    /** The integer, or the raw bits of the real. */
    long number(int row) {
        return numbers[row];
    }

    /** The text or blob. */
    Object object(int row) {
        return objects[row];
    }

    /** The value, boxed if it is a number. */
    Object get(int row) {
        return switch (kinds[row]) {
            case ValueKind.NULL -> SqlNull.NULL;
            case ValueKind.LONG -> (Object) numbers[row];
            case ValueKind.DOUBLE -> (Object) Double.longBitsToDouble(numbers[row]);
            default -> objects[row];
        };
    }

    void setNull(int row) {
        kinds[row] = ValueKind.NULL;
    }

    /** @param number an integer, or the raw bits of a real: {@code kind} says which */
    void setNumber(int row, int kind, long number) {
        if (numbers.length == 0) {
            makeNumbers();
        }
        kinds[row] = (byte) kind;
        numbers[row] = number;
    }

    void setDouble(int row, double number) {
        setNumber(row, ValueKind.DOUBLE, Double.doubleToRawLongBits(number));
    }

    @TruffleBoundary
    private void makeNumbers() {
        numbers = new long[kinds.length];
    }

    /** A text or a blob that lasts. */
    void setObject(int row, Bytes value) {
        if (objects.length == 0) {
            objects = new Object[kinds.length];
        }
        kinds[row] = (byte) (value instanceof Text ? ValueKind.TEXT : ValueKind.BLOB);
        objects[row] = value;
    }

    /** Any value; what is borrowed must not be. */
    void set(int row, Object value) {
        switch (value) {
            case Long number -> setNumber(row, ValueKind.LONG, number);
            case Double number -> setDouble(row, number);
            case Text text -> setObject(row, text);
            case Blob blob -> setObject(row, blob);
            case null, default -> setNull(row);
        }
    }

    /** Takes over a value of this column or another. */
    void copy(int row, ValueColumn source, int from) {
        int kind = source.kinds[from];
        if (ValueKind.isNumber(kind)) {
            setNumber(row, kind, source.numbers[from]);
        } else if (kind == ValueKind.NULL) {
            setNull(row);
        } else {
            setObject(row, (Bytes) source.objects[from]);
        }
    }

    /** The kinds, one bit each, that the first {@code count} values have beside NULL. */
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

    /** Brings the rows into an order: first comes the one whose number is {@code order[0]}. */
    void reorder(int[] order) {
        kinds = reordered(kinds, order);
        if (numbers.length > 0) {
            numbers = reordered(numbers, order);
        }
        if (objects.length > 0) {
            objects = reordered(objects, order);
        }
    }

    private static byte[] reordered(byte[] values, int[] order) {
        byte[] target = new byte[values.length];
        for (int i = 0; i < order.length; i++) {
            target[i] = values[order[i]];
        }
        return target;
    }

    private static long[] reordered(long[] values, int[] order) {
        long[] target = new long[values.length];
        for (int i = 0; i < order.length; i++) {
            target[i] = values[order[i]];
        }
        return target;
    }

    private static Object[] reordered(Object[] values, int[] order) {
        Object[] target = new Object[values.length];
        for (int i = 0; i < order.length; i++) {
            target[i] = values[order[i]];
        }
        return target;
    }
}
