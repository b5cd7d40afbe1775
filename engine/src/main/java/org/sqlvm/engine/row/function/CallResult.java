package org.sqlvm.engine.row.function;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.Result;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;

import java.math.BigDecimal;
import java.math.BigInteger;

/** The result of a callback, in the form of a register; numbers are not boxed. Initially NULL. */
public final class CallResult implements Result {
    /** A constant of {@link ValueKind}. */
    private int kind = ValueKind.NULL;

    /** The number, or the raw bits of the real. */
    private long bits;

    private Object object;

    public int kind() {
        return kind;
    }

    public long bits() {
        return bits;
    }

    /** The text or blob. */
    public Object object() {
        return object;
    }

    /** Returns the value as in a register; a number is boxed. */
    public Object value() {
        return switch (kind) {
            case ValueKind.LONG -> (Object) bits;
            case ValueKind.DOUBLE -> (Object) Double.longBitsToDouble(bits);
            case ValueKind.NULL -> SqlNull.NULL;
            default -> object;
        };
    }

    /** A value of Java's as in a register. */
    public static Object register(Object value) {
        CallResult result = new CallResult();
        result.setObject(value);
        return result.value();
    }

    @Override
    public void setNull() {
        kind = ValueKind.NULL;
    }

    @Override
    public void setLong(long value) {
        kind = ValueKind.LONG;
        bits = value;
    }

    @Override
    public void setDouble(double value) {
        if (Double.isNaN(value)) {
            kind = ValueKind.NULL;
        } else {
            kind = ValueKind.DOUBLE;
            bits = Double.doubleToRawLongBits(value);
        }
    }

    @Override
    public void setText(String value) {
        if (value == null) {
            kind = ValueKind.NULL;
        } else {
            setObject(ValueKind.TEXT, toText(value));
        }
    }

    @TruffleBoundary
    private static Text toText(String value) {
        return Text.of(value);
    }

    @Override
    public void setBlob(byte[] value) {
        if (value == null) {
            kind = ValueKind.NULL;
        } else {
            setObject(ValueKind.BLOB, toBlob(value));
        }
    }

    @TruffleBoundary
    private static Blob toBlob(byte[] value) {
        return Blob.of(value.clone());
    }

    /** A text or blob that does not change. */
    public void setObject(int newKind, Object value) {
        kind = newKind;
        object = value;
    }

    /** A value as in a register. */
    public void setValue(Object value) {
        switch (value) {
            case Long number -> setLong(number);
            case Double number -> setDouble(number);
            case Text text -> setObject(ValueKind.TEXT, text);
            case Blob blob -> setObject(ValueKind.BLOB, blob);
            default -> {
                assert value == SqlNull.NULL : value;
                setNull();
            }
        }
    }

    @Override
    @TruffleBoundary
    public void setObject(Object value) {
        switch (value) {
            case null -> setNull();
            case Boolean truth -> setLong(truth ? 1 : 0);
            case Double number -> setDouble(number);
            case Float number -> setDouble(number);
            case BigDecimal number -> setDouble(number.doubleValue());
            case BigInteger number -> setLong(number.longValueExact());
            case Number number -> setLong(number.longValue());
            case CharSequence text -> setText(text.toString());
            case byte[] bytes -> setBlob(bytes);
            default -> throw new IllegalArgumentException("no value of SQL: " + value.getClass());
        }
    }
}
