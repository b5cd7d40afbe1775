package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.PART;
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
import org.sqlvm.engine.row.TimeGrain;
import org.sqlvm.engine.row.VectorForm;

import java.util.Arrays;
import java.util.List;

/** Lengths, parts, case and joining of text. */
final class TextFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            Scalar.of("length", 1, TextFunctions::length)
                    .with(STRICT, NEVER_FAILS)
                    .with(VectorForm.ofTexts((context, bytes, offset, length) ->
                            characterCount(bytes, offset, offset + length)))
                    .with(TimeGrain.NONE),
            Scalar.of("octet_length", 1, TextFunctions::octetLength)
                    .with(STRICT, NEVER_FAILS)
                    .with(VectorForm.ofTexts(TextFunctions::octetLength))
                    .with(TimeGrain.NONE),
            part("substr"),
            part("substring"),
            Scalar.of("upper", 1, TextFunctions::upper).with(STRICT, NEVER_FAILS),
            Scalar.of("lower", 1, TextFunctions::lower).with(STRICT, NEVER_FAILS),
            Scalar.of("instr", 2, TextFunctions::instr).with(STRICT, NEVER_FAILS),
            Scalar.of("replace", 3, TextFunctions::replace),
            Scalar.of("concat", 1, Scalar.MANY, TextFunctions::concat).with(NEVER_FAILS),
            Scalar.of("concat_ws", 2, Scalar.MANY, TextFunctions::concatWithSeparator)
                    .with(NEVER_FAILS),
            Scalar.of("unicode", 1, TextFunctions::unicode).with(STRICT, NEVER_FAILS),
            Scalar.of("char", 0, Scalar.MANY, TextFunctions::character).with(NEVER_FAILS));

    private static final int CHARACTER_MAX = 0x10ffff;
    private static final int REPLACEMENT = 0xfffd;

    private TextFunctions() {}

    private static Scalar part(String name) {
        return Scalar.of(name, 2, 3, TextFunctions::substr)
                .with(STRICT, NEVER_FAILS, PART)
                .with(TextFunctions::grainOfPart);
    }

    /** A prefix of a time says no more than its last part. */
    private static int grainOfPart(int index, Object[] arguments) {
        boolean prefix = arguments.length == 3
                && index == 0
                && arguments[1] instanceof Long first
                && first == 1;
        if (!prefix || !(arguments[2] instanceof Long length) || length < 0) {
            return TimeGrain.SECOND;
        }
        return length <= "YYYY-MM-DD ".length()
                ? TimeGrain.DAY
                : length <= "YYYY-MM-DD HH:".length()
                        ? TimeGrain.HOUR
                        : length <= "YYYY-MM-DD HH:MM:".length()
                                ? TimeGrain.MINUTE
                                : TimeGrain.SECOND;
    }

    /** Characters of a text before its first NUL, bytes of a blob, digits of a number. */
    private static Object length(CallContext context, Object[] arguments) {
        Object value = arguments[0];
        if (value == SqlNull.NULL) {
            return value;
        }
        if (value instanceof Text text) {
            return (long) characterCount(text.array, text.offset, text.offset + text.length);
        }
        return (long) (value instanceof Blob blob ? blob.length : Casts.toText(value).length);
    }

    private static int characterCount(byte[] array, int from, int end) {
        int count = 0;
        for (int i = from; i < end; ) {
            if (i <= end - Long.BYTES && Utf8.isPlain(array, i)) {
                i += Long.BYTES;
                count += Long.BYTES;
                continue;
            }
            int first = array[i++];
            if (first == 0) {
                break;
            }
            if (first < 0 && (first & 0xff) >= 0xc0) {
                while (i < end && Utf8.isContinuation(array[i])) {
                    i++;
                }
            }
            count++;
        }
        return count;
    }

    private static Object octetLength(CallContext context, Object[] arguments) {
        Object value = arguments[0];
        if (value == SqlNull.NULL) {
            return value;
        }
        // A number is counted as if it were text of the database.
        Object stored = value instanceof Bytes ? value : Casts.toText(value);
        return (long) BinaryFunctions.stored(context, stored).length;
    }

    private static long octetLength(CallContext context, byte[] bytes, int offset, int length) {
        return context.encoding() == TextEncoding.UTF8
                ? length
                : BinaryFunctions.stored(context, new Text(bytes, offset, length)).length;
    }

    /** Characters of text, bytes of a blob, counted from 1 or, if negative, from the end. */
    private static Object substr(CallContext context, Object[] arguments) {
        Object value = arguments[0];
        boolean unlimited = arguments.length == 2;
        if (value == SqlNull.NULL
                || arguments[1] == SqlNull.NULL
                || (!unlimited && arguments[2] == SqlNull.NULL)) {
            return SqlNull.NULL;
        }
        long start = Casts.toLong(arguments[1]);
        long count = unlimited ? Long.MAX_VALUE : Casts.toLong(arguments[2]);
        boolean isBlob = value instanceof Blob;
        Bytes bytes = isBlob ? (Blob) value : Utf8.untilNul(Casts.toText(value));
        int length = 0;
        if (isBlob) {
            length = bytes.length;
            if (length == 0) {
                return SqlNull.NULL; // SQLite takes a blob without bytes for one out of memory.
            }
        } else if (start < 0) {
            length = Utf8.count(bytes.array, bytes.offset, bytes.offset + bytes.length);
        }
        if (start < 0) {
            start += length;
            if (start < 0) {
                count = count < 0 ? 0 : count + start;
                start = 0;
            }
        } else if (start > 0) {
            start--;
        } else if (count > 0) {
            count--; // Position 0 is a character before the first one.
        }
        if (count < 0) {
            count = count < -start ? start : -count;
            start -= count;
        }
        return isBlob ? blobPart(bytes, start, count) : textPart(bytes, start, count);
    }

    private static Object blobPart(Bytes blob, long start, long count) {
        int from = (int) Math.min(start, blob.length);
        int taken = (int) Math.max(0, Math.min(count, blob.length - from));
        return Blob.of(
                Arrays.copyOfRange(blob.array, blob.offset + from, blob.offset + from + taken));
    }

    private static Object textPart(Bytes text, long start, long count) {
        int end = text.offset + text.length;
        int from = text.offset;
        for (long skip = start; skip > 0 && from < end; skip--) {
            from = Utf8.next(text.array, from, end);
        }
        int to = from;
        for (long take = count; take > 0 && to < end; take--) {
            to = Utf8.next(text.array, to, end);
        }
        return Text.of(Arrays.copyOfRange(text.array, from, to));
    }

    private static Object upper(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        byte[] bytes = Casts.toText(arguments[0]).toArray();
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Ascii.toUpper(bytes[i]);
        }
        return Text.of(bytes);
    }

    private static Object lower(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        byte[] bytes = Casts.toText(arguments[0]).toArray();
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Ascii.toLower(bytes[i]);
        }
        return Text.of(bytes);
    }

    /** Where the second is in the first, from 1; in bytes if both are blobs, else in characters. */
    private static Object instr(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL || arguments[1] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        boolean isText = !(arguments[0] instanceof Blob && arguments[1] instanceof Blob);
        Bytes text = isText ? Casts.toText(arguments[0]) : (Blob) arguments[0];
        Bytes part = isText ? Casts.toText(arguments[1]) : (Blob) arguments[1];
        if (part.length == 0) {
            return 1L;
        }
        int last = text.offset + text.length - part.length;
        WorkMeter meter = new WorkMeter();
        for (int position = text.offset; position <= last; position++) {
            if (startsWith(text.array, position, part, meter)
                    && (!isText || beginsCharacter(text, position))) {
                return 1L + (isText ? charactersBefore(text, position) : position - text.offset);
            }
        }
        return 0L;
    }

    /** Only a text that is no UTF-8 begins with a byte that continues a character. */
    private static boolean beginsCharacter(Bytes text, int position) {
        return position == text.offset || !Utf8.isContinuation(text.array[position]);
    }

    private static long charactersBefore(Bytes text, int position) {
        long count = 0;
        for (int i = text.offset; i < position; i++) {
            if (beginsCharacter(text, i)) {
                count++;
            }
        }
        return count;
    }

    /**
     * Whether the bytes at {@code position}, of which there are enough, are those of {@code part}.
     */
    private static boolean startsWith(byte[] array, int position, Bytes part, WorkMeter meter) {
        if (array[position] != part.array[part.offset]) {
            return false;
        }
        meter.spend(part.length);
        return Arrays.equals(
                array,
                position,
                position + part.length,
                part.array,
                part.offset,
                part.offset + part.length);
    }

    @TruffleBoundary
    private static Object replace(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL || arguments[1] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        Text text = Casts.toText(arguments[0]);
        Text pattern = Casts.toText(arguments[1]);
        if (pattern.length == 0 || pattern.array[pattern.offset] == 0) {
            return text.owned();
        }
        if (arguments[2] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        Text replacement = Casts.toText(arguments[2]);
        TextBuilder result = new TextBuilder(context.lengthMax());
        WorkMeter meter = new WorkMeter();
        int end = text.offset + text.length;
        int position = text.offset;
        int copied = position;
        while (pattern.length <= end - position) {
            if (startsWith(text.array, position, pattern, meter)) {
                result.append(text.array, copied, position - copied).append(replacement);
                position += pattern.length;
                copied = position;
            } else {
                position++;
            }
        }
        return result.append(text.array, copied, end - copied).toText();
    }

    @TruffleBoundary
    private static Object concat(CallContext context, Object[] arguments) {
        TextBuilder result = new TextBuilder(context.lengthMax());
        for (Object argument : arguments) {
            if (argument != SqlNull.NULL) {
                result.append(Casts.toText(argument));
            }
        }
        return result.toText();
    }

    @TruffleBoundary
    private static Object concatWithSeparator(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        Text separator = Casts.toText(arguments[0]);
        TextBuilder result = new TextBuilder(context.lengthMax());
        boolean any = false;
        for (int i = 1; i < arguments.length; i++) {
            if (arguments[i] != SqlNull.NULL) {
                if (any) {
                    result.append(separator);
                }
                any = true;
                result.append(Casts.toText(arguments[i]));
            }
        }
        return result.toText();
    }

    /** The number of the first character. */
    private static Object unicode(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        Text text = Utf8.untilNul(Casts.toText(arguments[0]));
        return text.length == 0
                ? SqlNull.NULL
                : (Object) (long) Utf8.decode(text.array, text.offset, text.offset + text.length);
    }

    @TruffleBoundary
    private static Object character(CallContext context, Object[] arguments) {
        TextBuilder result = new TextBuilder(context.lengthMax());
        for (Object argument : arguments) {
            long number = Casts.toLong(argument);
            boolean valid = number >= 0 && number <= CHARACTER_MAX;
            result.appendCodePoint(valid ? (int) number : REPLACEMENT);
        }
        return result.toText();
    }
}
