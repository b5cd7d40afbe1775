package org.sqlvm.language.values;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.strings.TranscodingErrorHandler;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.runtime.Parameters;

/**
 * SQL values as other languages see them, and theirs as SQL's: INTEGER is a long, REAL a double,
 * TEXT a string, BLOB a buffer, NULL a null.
 */
public final class GuestValues {
    /** The message for an integer of more than 64 bits. */
    private static final String TOO_LARGE = "out of range of INTEGER";

    private static final String CONTIGUOUS = "c_contiguous";

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

    /** Shares the bytes, which must not change: see {@link org.sqlvm.engine.row.Batch#isReused}. */
    @TruffleBoundary
    public static TruffleString toString(Text text) {
        return TruffleString.fromByteArrayUncached(
                text.array, text.offset, text.length, TruffleString.Encoding.UTF_8, false);
    }

    public static TruffleString toString(String text) {
        return TruffleString.fromJavaStringUncached(text, TruffleString.Encoding.UTF_16);
    }

    /**
     * Converts a parameter, or a callback's result, to a value of a register.
     *
     * @throws UnsupportedTypeException if it is no value SQL knows
     * @throws SqlException if it is an integer of more than 64 bits, or a string with an unpaired
     *     surrogate
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
            if (interop.hasBufferElements(value) && isContiguous(interop, value)) {
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

    /** Whether a buffer has its bytes one behind the other; in Python there are others. */
    private static boolean isContiguous(InteropLibrary interop, Object buffer)
            throws UnsupportedMessageException {
        try {
            return !interop.isMemberReadable(buffer, CONTIGUOUS)
                    || InteropLibrary.getUncached()
                            .asBoolean(interop.readMember(buffer, CONTIGUOUS));
        } catch (UnknownIdentifierException _) {
            return true;
        }
    }

    private static Object number(InteropLibrary interop, Object value)
            throws UnsupportedMessageException {
        if (interop.fitsInLong(value)) {
            return interop.asLong(value);
        }
        if (interop.fitsInBigInteger(value) && !(value instanceof Float)) {
            throw new SqlException(ResultCode.TOOBIG, TOO_LARGE);
        }
        return interop.asDouble(value);
    }

    /** Converts a value of the most frequent kinds; returns null for all others. */
    public static Object plain(Object value) {
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

    private static Text text(TruffleString string) {
        TruffleString utf8 = toUtf8(string);
        return Text.of(utf8.copyToByteArrayUncached(TruffleString.Encoding.UTF_8));
    }

    /**
     * A string in UTF-8.
     *
     * @throws SqlException if it has half of a surrogate pair
     */
    @TruffleBoundary
    public static TruffleString toUtf8(TruffleString string) {
        TruffleString utf8 = string.switchEncodingUncached(
                TruffleString.Encoding.UTF_8,
                TranscodingErrorHandler.DEFAULT_KEEP_SURROGATES_IN_UTF8);
        if (!utf8.isValidUncached(TruffleString.Encoding.UTF_8)) {
            throw noUnicode(string.switchEncodingUncached(
                    TruffleString.Encoding.UTF_32,
                    TranscodingErrorHandler.DEFAULT_KEEP_SURROGATES_IN_UTF8));
        }
        return utf8;
    }

    private static SqlException noUnicode(TruffleString string) {
        int length = string.codePointLengthUncached(TruffleString.Encoding.UTF_32);
        for (int i = 0; i < length; i++) {
            int point = string.codePointAtIndexUncached(i, TruffleString.Encoding.UTF_32);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return Utf8.noUnicode(point, i);
            }
        }
        return new SqlException(ResultCode.MISMATCH, "no Unicode");
    }

    /** Binds arguments to a statement's parameters; ignores superfluous ones. */
    @TruffleBoundary
    public static Parameters bind(Object[] arguments, Parameters parameters)
            throws UnsupportedTypeException {
        for (int i = 0; i < arguments.length && i < parameters.count(); i++) {
            parameters.set(i + 1, toSql(arguments[i]));
        }
        return parameters;
    }
}
