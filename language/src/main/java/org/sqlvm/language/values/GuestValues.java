package org.sqlvm.language.values;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.strings.TranscodingErrorHandler;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.runtime.Parameters;

/**
 * SQL values as other languages see them, and theirs as SQL's: INTEGER is a long, REAL a double,
 * TEXT a string, BLOB a buffer, NULL a null.
 */
public final class GuestValues {
    private GuestValues() {}

    public static Object toGuest(Object value) {
        if (value instanceof Text text) {
            return toString(text);
        }
        if (value instanceof Blob blob) {
            return new BlobObject(blob);
        }
        return value == SqlNull.NULL ? NullObject.NULL : value;
    }

    /** The bytes are not copied: a batch's text never changes. */
    @TruffleBoundary
    public static TruffleString toString(Text text) {
        return TruffleString.fromByteArrayUncached(
                text.array, text.offset, text.length, TruffleString.Encoding.UTF_8, false);
    }

    public static TruffleString toString(String text) {
        return TruffleString.fromJavaStringUncached(text, TruffleString.Encoding.UTF_16);
    }

    /**
     * A value as in a register: a parameter, or what a callback gives.
     *
     * @throws UnsupportedTypeException if it is no value SQL knows
     */
    @TruffleBoundary
    public static Object toSql(Object value) throws UnsupportedTypeException {
        Object plain = plain(value);
        if (plain != null) {
            return plain;
        }
        InteropLibrary interop = InteropLibrary.getUncached(value);
        try {
            if (interop.isNull(value)) {
                return SqlNull.NULL;
            }
            if (interop.isBoolean(value)) {
                return interop.asBoolean(value) ? 1L : 0L;
            }
            if (interop.isNumber(value)) {
                return number(interop, value);
            }
            if (interop.isString(value)) {
                return text(interop.asTruffleString(value));
            }
            if (interop.hasBufferElements(value)) {
                byte[] bytes = new byte[Math.toIntExact(interop.getBufferSize(value))];
                interop.readBuffer(value, 0, bytes, 0, bytes.length);
                return Blob.of(bytes);
            }
        } catch (UnsupportedMessageException
                | com.oracle.truffle.api.interop.InvalidBufferOffsetException
                | ArithmeticException _) {
            throw UnsupportedTypeException.create(new Object[] {value}, "not a value of SQL");
        }
        throw UnsupportedTypeException.create(
                new Object[] {value}, "a value is a number, a string, a boolean, a buffer or null");
    }

    private static Object number(InteropLibrary interop, Object value)
            throws UnsupportedMessageException {
        if (interop.fitsInLong(value)) {
            return interop.asLong(value);
        }
        if (interop.fitsInBigInteger(value) && !(value instanceof Float)) {
            throw new SqlException(ResultCode.TOOBIG, "string or blob too big");
        }
        return interop.asDouble(value);
    }

    /** The same of what most values are; null for all others, whatever they are. */
    public static Object plain(Object value) throws UnsupportedTypeException {
        if (value instanceof Long) {
            return value;
        }
        if (value instanceof Integer number) {
            return (long) number;
        }
        if (value instanceof Double number) {
            return number.isNaN() ? SqlNull.NULL : (Object) number;
        }
        return value instanceof TruffleString string ? text(string) : null;
    }

    private static Text text(TruffleString string) throws UnsupportedTypeException {
        TruffleString utf8 = string.switchEncodingUncached(
                TruffleString.Encoding.UTF_8,
                TranscodingErrorHandler.DEFAULT_KEEP_SURROGATES_IN_UTF8);
        if (!utf8.isValidUncached(TruffleString.Encoding.UTF_8)) {
            throw UnsupportedTypeException.create(new Object[] {string}, "no Unicode");
        }
        return Text.of(utf8.copyToByteArrayUncached(TruffleString.Encoding.UTF_8));
    }

    /** Binds arguments to a statement's parameters; those that are too many are left out. */
    @TruffleBoundary
    public static Parameters bind(Object[] arguments, Parameters parameters)
            throws UnsupportedTypeException {
        for (int i = 0; i < arguments.length && i < parameters.count(); i++) {
            parameters.set(i + 1, toSql(arguments[i]));
        }
        return parameters;
    }
}
