package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.STRICT;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.WorkMeter;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Blobs: hexadecimal digits there and back, zeros, random bytes. */
final class BinaryFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            Scalar.of("hex", 1, BinaryFunctions::hex).with(NEVER_FAILS),
            Scalar.of("unhex", 1, 2, BinaryFunctions::unhex).with(STRICT, NEVER_FAILS),
            Scalar.of("zeroblob", 1, BinaryFunctions::zeroblob),
            Scalar.changing("randomblob", 1, 1, BinaryFunctions::randomblob));

    private static final String DIGITS = "0123456789ABCDEF";

    private BinaryFunctions() {}

    /** The bytes of a blob or of the text of any other value; NULL has none. */
    @TruffleBoundary
    private static Object hex(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL) {
            return Text.EMPTY;
        }
        Bytes bytes = stored(context, arguments[0]);
        TextBuilder result = new TextBuilder(context.lengthMax());
        appendHex(result, bytes);
        return result.toText();
    }

    /** The bytes of a value as the database holds them; those of a number are UTF-8. */
    static Bytes stored(CallContext context, Object value) {
        if (value instanceof Text text && context.encoding() != TextEncoding.UTF8) {
            return Blob.of(Casts.encoded(text, context.encoding()));
        }
        return value instanceof Blob blob ? blob : Casts.toText(value);
    }

    static void appendHex(TextBuilder result, Bytes bytes) {
        if (2L * bytes.length > TextBuilder.LENGTH_MAX) {
            throw TextBuilder.tooBig();
        }
        for (int i = bytes.offset; i < bytes.offset + bytes.length; i++) {
            result.append(DIGITS.charAt(bytes.array[i] >> 4 & 0xf));
            result.append(DIGITS.charAt(bytes.array[i] & 0xf));
        }
    }

    /** Pairs of digits, between which characters of the second argument may stand; else NULL. */
    @TruffleBoundary
    private static Object unhex(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL
                || (arguments.length == 2 && arguments[1] == SqlNull.NULL)) {
            return SqlNull.NULL;
        }
        Text text = Utf8.untilNul(Casts.toText(arguments[0]));
        Text ignored = arguments.length == 2 ? Casts.toText(arguments[1]) : Text.EMPTY;
        TextBuilder result = new TextBuilder(context.lengthMax());
        WorkMeter meter = new WorkMeter();
        int end = text.offset + text.length;
        int position = text.offset;
        while (position < end) {
            int high = Ascii.hexValue(text.array[position]);
            if (high < 0) {
                meter.spend(ignored.length);
                if (!contains(ignored, Utf8.decode(text.array, position, end))) {
                    return SqlNull.NULL;
                }
                position = Utf8.next(text.array, position, end);
                continue;
            }
            int low = position + 1 < end ? Ascii.hexValue(text.array[position + 1]) : -1;
            if (low < 0) {
                return SqlNull.NULL;
            }
            result.append(high << 4 | low);
            position += 2;
        }
        return result.toBlob();
    }

    private static boolean contains(Text text, int character) {
        int end = text.offset + text.length;
        for (int i = text.offset; i < end; i = Utf8.next(text.array, i, end)) {
            if (Utf8.decode(text.array, i, end) == character) {
                return true;
            }
        }
        return false;
    }

    @TruffleBoundary
    private static Object zeroblob(CallContext context, Object[] arguments) {
        return Blob.of(new byte[size(context, Math.max(0, Casts.toLong(arguments[0])))]);
    }

    @TruffleBoundary
    private static Object randomblob(CallContext context, Object[] arguments) {
        byte[] bytes = new byte[size(context, Math.max(1, Casts.toLong(arguments[0])))];
        ThreadLocalRandom.current().nextBytes(bytes);
        return Blob.of(bytes);
    }

    private static int size(CallContext context, long wanted) {
        if (wanted > context.lengthMax()) {
            throw TextBuilder.tooBig();
        }
        return (int) wanted;
    }
}
