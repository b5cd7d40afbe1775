package org.sqlvm.language.runtime;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.sql.StatementShape;

import java.util.Arrays;

/**
 * The values of a statement's parameters, numbered from 1; NULL where none was bound. Behind them
 * are the literals that the statement's shape leaves out, which cannot be bound.
 *
 * <p>Numbers are not boxed. These objects live long, and a reference that is stored into an old
 * object costs the garbage collector's barrier, which waits for all stores before it: as much as
 * the rest of binding a number.
 */
public final class Parameters {
    /** {@link #areSmall}: the most values, and the most bytes of each. */
    private static final int SMALL_COUNT = 100;

    private static final int SMALL_SIZE = 4_000;

    /** How many can be bound. */
    private final int count;

    private final byte[] kinds;
    private final long[] bits;
    /** Texts and blobs; null for other values. */
    private final Object[] objects;

    /** @param count the number of parameters */
    public Parameters(int count) {
        this(count, 0);
    }

    /** Creates parameters with the literals that the statement's shape leaves out. */
    public Parameters(int count, StatementShape shape) {
        this(count, shape.literalCount());
        for (int number = 1; number <= shape.literalCount(); number++) {
            set(count + number, shape.value(number));
        }
    }

    private Parameters(int count, int literals) {
        this(
                count,
                new byte[count + literals + 1],
                new long[count + literals + 1],
                new Object[count + literals + 1]);
    }

    private Parameters(int count, byte[] kinds, long[] bits, Object[] objects) {
        this.count = count;
        this.kinds = kinds;
        this.bits = bits;
        this.objects = objects;
    }

    /** How many can be bound. */
    public int count() {
        return count;
    }

    /** The number of the last literal behind them; how many can be bound if there are none. */
    public int size() {
        return kinds.length - 1;
    }

    public void setLong(int number, long value) {
        setNumber(number, ValueKind.LONG, value);
    }

    /** NaN is NULL. */
    public void setDouble(int number, double value) {
        if (Double.isNaN(value)) {
            setNumber(number, ValueKind.NULL, 0);
        } else {
            setNumber(number, ValueKind.DOUBLE, Double.doubleToRawLongBits(value));
        }
    }

    private void setNumber(int number, int kind, long value) {
        kinds[number] = (byte) kind;
        bits[number] = value;
        if (objects[number] != null) {
            objects[number] = null;
        }
    }

    /** A value as in a register. */
    public void set(int number, Object value) {
        if (value instanceof Long integer) {
            setLong(number, integer);
        } else if (value instanceof Double real) {
            setDouble(number, real);
        } else if (value == SqlNull.NULL) {
            setNumber(number, ValueKind.NULL, 0);
        } else {
            kinds[number] = (byte) (value instanceof Text ? ValueKind.TEXT : ValueKind.BLOB);
            objects[number] = value;
        }
    }

    /** All are NULL again. */
    public void clear() {
        Arrays.fill(kinds, 0, count + 1, (byte) ValueKind.NULL);
        Arrays.fill(objects, 0, count + 1, null);
    }

    /** Whether the values are few, and none of them is long. */
    public boolean areSmall() {
        if (objects.length > SMALL_COUNT) {
            return false;
        }
        for (Object object : objects) {
            if (object instanceof Bytes bytes && bytes.length > SMALL_SIZE) {
                return false;
            }
        }
        return true;
    }

    public Parameters copy() {
        return new Parameters(count, kinds.clone(), bits.clone(), objects.clone());
    }

    /** A constant of {@link ValueKind}. */
    public int kind(int number) {
        return kinds[number];
    }

    /** The number, or the raw bits of the real. */
    public long bits(int number) {
        return bits[number];
    }

    /** The text or blob. */
    public Object object(int number) {
        return objects[number];
    }

    /** As in a register, boxed if it is a number. */
    public Object value(int number) {
        return switch (kinds[number]) {
            case ValueKind.LONG -> (Object) bits[number];
            case ValueKind.DOUBLE -> (Object) Double.longBitsToDouble(bits[number]);
            case ValueKind.NULL -> SqlNull.NULL;
            default -> objects[number];
        };
    }
}
