package org.sqlvm.engine.row.function;

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

/** format() and its older name printf() (sqlite.org/printf.html). */
final class FormatFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            Scalar.of("format", 0, Scalar.MANY, FormatFunctions::format),
            Scalar.of("printf", 0, Scalar.MANY, FormatFunctions::format));

    private FormatFunctions() {}

    @TruffleBoundary
    static Object format(CallContext context, Object[] arguments) {
        if (arguments.length == 0 || arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        TextBuilder result = new TextBuilder(context.lengthMax());
        new Run(Casts.toText(arguments[0]), arguments).appendTo(result);
        return result.toText();
    }

    /** One reading of a format. Missing arguments count as NULL. */
    private static final class Run {
        private final byte[] format;
        private final int end;
        private final Object[] arguments;
        private int position;
        private int used = 1;

        Run(Text format, Object[] arguments) {
            this.format = format.array;
            position = format.offset;
            end = Utf8.end(format);
            this.arguments = arguments;
        }

        void appendTo(TextBuilder result) {
            while (position < end) {
                int plain = position;
                while (position < end && format[position] != '%') {
                    position++;
                }
                result.append(format, plain, position - plain);
                if (position == end) {
                    return;
                }
                position++;
                if (position == end) {
                    result.append('%');
                    return;
                }
                // A conversion there is not ends the result, without an error.
                if (!append(result, readConversion())) {
                    return;
                }
            }
        }

        private int peek() {
            return position < end ? format[position] : 0;
        }

        private Conversion readConversion() {
            Conversion conversion = new Conversion();
            while (readFlag(conversion)) {
                position++;
            }
            readWidth(conversion);
            if (peek() == '.') {
                position++;
                readPrecision(conversion);
            }
            if (peek() == 'l') {
                position += position + 1 < end && format[position + 1] == 'l' ? 2 : 1;
            }
            conversion.type = peek();
            position++;
            return conversion;
        }

        private boolean readFlag(Conversion conversion) {
            switch (peek()) {
                case '-' -> conversion.left = true;
                case '+', ' ' -> conversion.sign = peek();
                case '#' -> conversion.alternate = true;
                case '!' -> conversion.full = true;
                case '0' -> conversion.zeroPad = true;
                case ',' -> conversion.thousands = true;
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void readWidth(Conversion conversion) {
            if (peek() != '*') {
                conversion.width = readNumber();
                return;
            }
            position++;
            int width = (int) longArgument();
            if (width < 0) {
                conversion.left = true;
                width = width == Integer.MIN_VALUE ? 0 : -width;
            }
            conversion.width = width;
        }

        private void readPrecision(Conversion conversion) {
            if (peek() != '*') {
                conversion.precision = readNumber();
                return;
            }
            position++;
            int precision = (int) longArgument();
            conversion.precision = precision == Integer.MIN_VALUE ? -1 : Math.abs(precision);
        }

        private int readNumber() {
            int number = 0;
            for (; Ascii.isDigit(peek()); position++) {
                number = number * 10 + (peek() - '0'); // Overflows as SQLite's does.
            }
            return number & Integer.MAX_VALUE;
        }

        private boolean append(TextBuilder result, Conversion conversion) {
            switch (conversion.type) {
                case 'd', 'i', 'u', 'x', 'X', 'o', 'p', 'r' ->
                    IntegerFormat.append(result, conversion, longArgument());
                case 'f', 'e', 'E', 'g', 'G' ->
                    RealFormat.append(result, conversion, Casts.toDouble(argument()));
                case 's', 'z' -> TextFormat.appendString(result, conversion, textArgument());
                case 'c' -> TextFormat.appendCharacter(result, conversion, textArgument());
                case 'q', 'Q', 'w' -> TextFormat.appendQuoted(result, conversion, textArgument());
                case 'j', 'J' -> TextFormat.appendJson(result, conversion, textArgument());
                case '%' -> conversion.pad(result, new TextBuilder(1).append('%'));
                case 'n' -> {} // Nothing, and it takes no argument.
                default -> {
                    return false;
                }
            }
            return true;
        }

        private Object argument() {
            return used < arguments.length ? arguments[used++] : SqlNull.NULL;
        }

        private long longArgument() {
            return Casts.toLong(argument());
        }

        private Text textArgument() {
            Object value = argument();
            return value == SqlNull.NULL ? null : Casts.toText(value);
        }
    }
}
