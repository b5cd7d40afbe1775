package org.sqlvm.language.callbacks.host;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Rows.Type;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.language.runtime.Parameters;

/**
 * The arguments of an aggregate that keeps them in a field
 * ({@link org.sqlvm.api.Aggregate#keepsArguments}): one object for all calls, in which numbers are
 * not boxed.
 */
public final class KeptArguments implements Arguments {
    private final Parameters values;

    KeptArguments(int count) {
        values = new Parameters(count);
    }

    public void setLong(int index, long value) {
        values.setLong(index + 1, value);
    }

    public void setDouble(int index, double value) {
        values.setDouble(index + 1, value);
    }

    /** A value as in a register; may be borrowed. */
    public void set(int index, Object value) {
        values.set(index + 1, value);
    }

    @Override
    public int count() {
        return values.count();
    }

    @Override
    public Type type(int index) {
        return switch (values.kind(index + 1)) {
            case ValueKind.LONG -> Type.INTEGER;
            case ValueKind.DOUBLE -> Type.REAL;
            case ValueKind.TEXT -> Type.TEXT;
            case ValueKind.BLOB -> Type.BLOB;
            default -> Type.NULL;
        };
    }

    @Override
    public boolean isNull(int index) {
        return values.kind(index + 1) == ValueKind.NULL;
    }

    @Override
    public long getLong(int index) {
        return values.kind(index + 1) == ValueKind.LONG
                ? values.bits(index + 1)
                : HostArguments.toLong(values.value(index + 1));
    }

    @Override
    public double getDouble(int index) {
        return switch (values.kind(index + 1)) {
            case ValueKind.DOUBLE -> Double.longBitsToDouble(values.bits(index + 1));
            case ValueKind.LONG -> values.bits(index + 1);
            default -> HostArguments.toDouble(values.value(index + 1));
        };
    }

    @Override
    public String getText(int index) {
        return HostArguments.toText(values.value(index + 1));
    }

    @Override
    public byte[] getBlob(int index) {
        return HostArguments.toBlob(values.value(index + 1));
    }

    @Override
    public Object getObject(int index) {
        return HostArguments.toObject(values.value(index + 1));
    }
}
