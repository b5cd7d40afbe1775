package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Rows.Type;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

import java.nio.charset.StandardCharsets;

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

    @Override
    public int count() {
        return values.length;
    }

    @Override
    public Type type(int index) {
        Object value = values[index];
        if (value instanceof Long) {
            return Type.INTEGER;
        }
        if (value instanceof Double) {
            return Type.REAL;
        }
        if (value instanceof Text) {
            return Type.TEXT;
        }
        return value instanceof Blob ? Type.BLOB : Type.NULL;
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
    static long toLong(Object value) {
        return Casts.toLong(value);
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
    static double toDouble(Object value) {
        return Casts.toDouble(value);
    }

    @Override
    public String getText(int index) {
        return toText(values[index]);
    }

    @TruffleBoundary
    static String toText(Object value) {
        return switch (value) {
            case SqlNull _ -> null;
            case Blob blob ->
                new String(blob.array, blob.offset, blob.length, StandardCharsets.UTF_8);
            default -> Casts.toText(value).toString();
        };
    }

    @Override
    public byte[] getBlob(int index) {
        return toBlob(values[index]);
    }

    @TruffleBoundary
    static byte[] toBlob(Object value) {
        return switch (value) {
            case SqlNull _ -> null;
            case Bytes bytes -> bytes.toArray();
            default -> Casts.toText(value).toArray();
        };
    }

    @Override
    public Object getObject(int index) {
        return toObject(values[index]);
    }

    @TruffleBoundary
    static Object toObject(Object value) {
        return switch (value) {
            case SqlNull _ -> null;
            case Text text -> text.toString();
            case Blob blob -> blob.toArray();
            default -> value;
        };
    }
}
