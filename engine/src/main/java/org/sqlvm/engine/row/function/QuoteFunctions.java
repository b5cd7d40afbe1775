package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/** Values as SQL literals: quote, unistr_quote, and unistr, which reads the latter's escapes. */
public final class QuoteFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            Scalar.of("quote", 1, (context, arguments) -> quote(arguments[0], false))
                    .with(NEVER_FAILS),
            Scalar.of("unistr_quote", 1, (context, arguments) -> quote(arguments[0], true))
                    .with(NEVER_FAILS),
            Scalar.of("unistr", 1, QuoteFunctions::unistr));

    private QuoteFunctions() {}

    /** The SQL literal of a value. Text ends at its first NUL. */
    public static Text quote(Object value) {
        return quote(value, false);
    }

    /** @param escapeControl text with control characters is written as a call of unistr() */
    @TruffleBoundary
    private static Text quote(Object value, boolean escapeControl) {
        TextBuilder result = new TextBuilder(TextBuilder.LENGTH_MAX);
        if (value instanceof Text text) {
            Conversion conversion = new Conversion();
            conversion.type = 'Q';
            conversion.alternate = escapeControl;
            TextFormat.appendQuoted(result, conversion, text);
        } else if (value instanceof Blob blob) {
            result.append("X'");
            BinaryFunctions.appendHex(result, blob);
            result.append('\'');
        } else if (value instanceof Double number && Double.isInfinite(number)) {
            result.append(number < 0 ? "-9.0e+999" : "9.0e+999"); // Too large, so read as infinite.
        } else if (value instanceof Double number) {
            result.append(Numbers.string(number));
        } else {
            result.append(value == SqlNull.NULL ? "NULL" : Long.toString((Long) value));
        }
        return result.toText();
    }

    /**
     * Reads {@code \XXXX}, {@code \}{@code uXXXX}, {@code \+XXXXXX}, {@code \UXXXXXXXX} and
     * {@code \\}.
     */
    @TruffleBoundary
    private static Object unistr(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        Text text = Casts.toText(arguments[0]);
        TextBuilder result = new TextBuilder(context.lengthMax());
        int end = text.offset + text.length;
        int i = text.offset;
        while (i < end) {
            int character = text.array[i++];
            if (character != '\\') {
                result.append(character);
                continue;
            }
            int kind = i < end ? text.array[i] : 0;
            if (kind == '\\') {
                result.append('\\');
                i++;
                continue;
            }
            int digits = switch (kind) {
                case 'u' -> 4;
                case '+' -> 6;
                case 'U' -> 8;
                default -> 0;
            };
            i += digits > 0 ? 1 : 0;
            digits = digits > 0 ? digits : 4;
            result.appendCodePoint(readHex(text.array, i, end, digits));
            i += digits;
        }
        return result.toText();
    }

    private static int readHex(byte[] array, int from, int end, int digits) {
        int number = 0;
        for (int i = from; i < from + digits; i++) {
            int digit = i < end ? Ascii.hexValue(array[i]) : -1;
            if (digit < 0) {
                throw SqlException.error("invalid Unicode escape");
            }
            number = number << 4 | digit;
        }
        return number;
    }
}
