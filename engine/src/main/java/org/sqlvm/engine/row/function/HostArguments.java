package org.sqlvm.engine.row.function;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.JavaValues;
import org.sqlvm.api.Rows.Type;
import org.sqlvm.engine.data.SqlNull;

/**
 * Values of registers as a Java callback sees them. In compiled code neither this object nor its
 * array nor the boxes in it are ever made.
 */
public final class HostArguments implements Arguments {
    private final Object[] values;

    /** @param values as in registers; may be borrowed */
    public HostArguments(Object[] values) {
        this.values = values;
    }

    /** The values as in registers. */
    public Object[] values() {
        return values;
    }

    @Override
    public int count() {
        return values.length;
    }

    @Override
    public Type type(int index) {
        return JavaValues.typeOf(values[index]);
    }

    @Override
    public boolean isNull(int index) {
        return values[index] == SqlNull.NULL;
    }

    @Override
    public long getLong(int index) {
        Object value = values[index];
        return value instanceof Long number ? number : toLong(value);
    }

    @TruffleBoundary
    public static long toLong(Object value) {
        return JavaValues.toLong(value);
    }

    @Override
    public double getDouble(int index) {
        Object value = values[index];
        if (value instanceof Double number) {
            return number;
        }
        return value instanceof Long number ? (double) number : toDouble(value);
    }

    @TruffleBoundary
    public static double toDouble(Object value) {
        return JavaValues.toDouble(value);
    }

    @Override
    public String getText(int index) {
        return toText(values[index]);
    }

    @TruffleBoundary
    public static String toText(Object value) {
        return JavaValues.toText(value);
    }

    @Override
    public byte[] getBlob(int index) {
        return toBlob(values[index]);
    }

    @TruffleBoundary
    public static byte[] toBlob(Object value) {
        return JavaValues.toBlob(value);
    }

    @Override
    public Object getObject(int index) {
        return toObject(values[index]);
    }

    @TruffleBoundary
    public static Object toObject(Object value) {
        return JavaValues.toObject(value);
    }
}
