package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/** soundex(): the first letter of a name and three digits for the consonants behind it. */
final class Soundex {
    static final List<SqlFunction> FUNCTIONS =
            List.of(Scalar.of("soundex", 1, Soundex::soundex).with(NEVER_FAILS));

    /** The digits of A to Z; consonants that sound alike have the same, vowels and h, w, y none. */
    private static final String CODES = "01230120022455012623010202";

    private static final int CODE_LENGTH = 4;
    private static final Text NONE = Text.of("?000");

    private Soundex() {}

    @TruffleBoundary
    private static Object soundex(CallContext context, Object[] arguments) {
        Text text = arguments[0] == SqlNull.NULL ? Text.EMPTY : Casts.toText(arguments[0]);
        byte[] array = text.array;
        int end = Utf8.end(text);
        int i = text.offset;
        while (i < end && !isLetter(array[i])) {
            i++;
        }
        if (i == end) {
            return NONE;
        }
        TextBuilder result = new TextBuilder(CODE_LENGTH);
        result.append(Ascii.toUpper(array[i]));
        int previous = code(array[i]);
        for (; i < end && result.length() < CODE_LENGTH; i++) {
            int code = code(array[i]);
            if (code != '0' && code != previous) {
                result.append(code);
            }
            previous = code;
        }
        return result.repeat('0', CODE_LENGTH - result.length()).toText();
    }

    private static boolean isLetter(int character) {
        int upper = Ascii.toUpper(character);
        return upper >= 'A' && upper <= 'Z';
    }

    /** The digit of a byte, whose high bit does not count. */
    private static int code(int character) {
        int low = character & 0x7f;
        return isLetter(low) ? CODES.charAt(Ascii.toUpper(low) - 'A') : '0';
    }
}
