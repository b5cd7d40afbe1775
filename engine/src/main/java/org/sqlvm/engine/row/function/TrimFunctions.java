package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.STRICT;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.WorkMeter;
import org.sqlvm.engine.row.SqlFunction;

import java.util.Arrays;
import java.util.List;

/** trim, ltrim and rtrim: characters of a set, or spaces, away from the ends. */
final class TrimFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            trim("trim", true, true), trim("ltrim", true, false), trim("rtrim", false, true));

    private static final Text SPACE = Text.of(" ");

    private TrimFunctions() {}

    private static Scalar trim(String name, boolean left, boolean right) {
        return Scalar.of(name, 1, 2, (context, arguments) -> trim(arguments, left, right))
                .with(STRICT, NEVER_FAILS);
    }

    @TruffleBoundary
    private static Object trim(Object[] arguments, boolean left, boolean right) {
        if (arguments[0] == SqlNull.NULL
                || (arguments.length == 2 && arguments[1] == SqlNull.NULL)) {
            return SqlNull.NULL;
        }
        Text text = Casts.toText(arguments[0]);
        Text set = arguments.length == 1 ? SPACE : Utf8.untilNul(Casts.toText(arguments[1]));
        int from = text.offset;
        int to = text.offset + text.length;
        int length;
        WorkMeter meter = new WorkMeter();
        while (left && (length = matchAtStart(text.array, from, to, set)) > 0) {
            from += length;
            meter.spend(set.length);
        }
        while (right && (length = matchAtEnd(text.array, from, to, set)) > 0) {
            to -= length;
            meter.spend(set.length);
        }
        return Text.of(Arrays.copyOfRange(text.array, from, to));
    }

    /** Bytes of the first character of the set that is at the start; 0 if none is. */
    private static int matchAtStart(byte[] array, int from, int to, Text set) {
        int end = set.offset + set.length;
        for (int i = set.offset; i < end; ) {
            int next = Utf8.next(set.array, i, end);
            int length = next - i;
            if (length <= to - from
                    && Arrays.equals(array, from, from + length, set.array, i, next)) {
                return length;
            }
            i = next;
        }
        return 0;
    }

    private static int matchAtEnd(byte[] array, int from, int to, Text set) {
        int end = set.offset + set.length;
        for (int i = set.offset; i < end; ) {
            int next = Utf8.next(set.array, i, end);
            int length = next - i;
            if (length <= to - from && Arrays.equals(array, to - length, to, set.array, i, next)) {
                return length;
            }
            i = next;
        }
        return 0;
    }
}
