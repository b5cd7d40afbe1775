package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Bytes;

import java.util.Arrays;

/**
 * Text of JSON or JSON5 to JSONB (sqlite.org/json1.html section 3). The text ends at its first NUL.
 * Strings and numbers are copied as they are written; the element's type says which rules they
 * follow.
 */
final class JsonParser {
    /** More arrays and objects within each other are malformed. */
    static final int DEPTH_MAX = 1000;

    /** What {@link #element} gives instead of an offset. */
    private static final int END = 0;

    private static final int ERROR = -1;
    private static final int CLOSING_BRACE = -2;
    private static final int CLOSING_BRACKET = -3;
    private static final int COMMA = -4;
    private static final int COLON = -5;

    private static final byte[] POSITIVE_INFINITY = {'9', 'e', '9', '9', '9'};
    private static final byte[] NEGATIVE_INFINITY = {'-', '9', 'e', '9', '9', '9'};

    private final byte[] text;
    private final int start;
    private final int length;

    private byte[] output;
    private int size;
    private int depth;
    private boolean extended;
    /** Where the error was seen, or the punctuation mark that was there instead of an element. */
    private int place;

    private JsonParser(Bytes text) {
        this.text = text.array;
        this.start = text.offset;
        this.length = text.length;
        this.output = new byte[Math.max(16, text.length + Jsonb.HEADER_MAX)];
    }

    /** The document in a text, or null if it is malformed. */
    static Jsonb parse(Bytes text) {
        JsonParser parser = new JsonParser(text);
        return parser.parseAll()
                ? Jsonb.of(Arrays.copyOf(parser.output, parser.size), parser.size, parser.extended)
                : null;
    }

    /** The document at the beginning of a text that this package wrote. */
    static Jsonb parseGenerated(Bytes text) {
        JsonParser parser = new JsonParser(text);
        parser.element(0);
        return Jsonb.of(Arrays.copyOf(parser.output, parser.size), parser.size, false);
    }

    /** The offset of the byte at which the parser gives up; -1 if the text is well-formed. */
    static int errorOffset(Bytes text) {
        JsonParser parser = new JsonParser(text);
        return parser.parseAll() ? -1 : parser.place;
    }

    private boolean parseAll() {
        int next = element(0);
        if (next <= 0) {
            return false;
        }
        next = skipSpace(next);
        if (at(next) != 0) {
            next = skipExtendedSpace(next);
            if (at(next) != 0) {
                return false;
            }
            extended = true;
        }
        return true;
    }

    /** The byte at an offset; 0 at the end. */
    private int at(int i) {
        return i < length ? text[start + i] & 0xff : 0;
    }

    private int fail(int at) {
        place = at;
        return ERROR;
    }

    private int skipSpace(int from) {
        int i = from;
        while (Characters.isSpace(at(i))) {
            i++;
        }
        return i;
    }

    private void reserve(int more) {
        if (size + more > output.length) {
            output = Arrays.copyOf(output, Math.max(size + more, output.length * 2));
        }
    }

    private void appendByte(int value) {
        reserve(1);
        output[size++] = (byte) value;
    }

    private void append(int type, byte[] source, int from, int count) {
        reserve(count + Jsonb.HEADER_MAX);
        Jsonb.writeHeader(output, size, type, count);
        size += Jsonb.headerSizeFor(count);
        System.arraycopy(source, from, output, size, count);
        size += count;
    }

    /** Appends the text from {@code from} to {@code to} as an element. */
    private void append(int type, int from, int to) {
        append(type, text, start + from, to - from);
    }

    /**
     * Appends the element at {@code from}.
     *
     * @return the offset behind it, or one of the negative codes, which leave their place
     */
    private int element(int from) {
        int i = from;
        while (true) {
            int c = at(i);
            switch (c) {
                case 0:
                    return END;
                case ' ', '\t', '\n', '\r':
                    i = skipSpace(i);
                    continue;
                case 0x0b, 0x0c, '/', 0xc2, 0xe1, 0xe2, 0xe3, 0xef:
                    int behind = skipExtendedSpace(i);
                    if (behind == i) {
                        return fail(i);
                    }
                    extended = true;
                    i = behind;
                    continue;
                case '}', ']', ',', ':':
                    place = i;
                    return c == '}'
                            ? CLOSING_BRACE
                            : c == ']' ? CLOSING_BRACKET : c == ',' ? COMMA : COLON;
                case '{', '[':
                    return container(i, c == '{');
                case '"', '\'':
                    return string(i, c);
                default:
                    boolean numeric = Ascii.isDigit(c) || c == '-' || c == '+' || c == '.';
                    return numeric ? number(i, c) : word(i);
            }
        }
    }

    private int container(int from, boolean object) {
        int header = size;
        int guess = Jsonb.headerSizeFor(length - from);
        reserve(guess);
        int type = object ? JsonbType.OBJECT : JsonbType.ARRAY;
        Jsonb.writeHeader(output, header, type, length - from);
        size += guess;
        int content = size;
        if (++depth > DEPTH_MAX) {
            return fail(from);
        }
        int end = object ? members(from, content) : elements(from, content);
        if (end < 0) {
            return ERROR;
        }
        // Nearly always the guess is right, and then nothing moves.
        int payload = size - content;
        int needed = Jsonb.headerSizeFor(payload);
        if (needed != guess) {
            System.arraycopy(output, content, output, header + needed, payload);
            size -= guess - needed;
        }
        Jsonb.writeHeader(output, header, type, payload);
        depth--;
        return end + 1;
    }

    /** Gives the offset of the closing bracket, or ERROR. */
    private int elements(int from, int content) {
        int i = from + 1;
        while (true) {
            int next = element(i);
            if (next == CLOSING_BRACKET) {
                extended |= size != content;
                return place;
            }
            if (next <= 0) {
                return next == ERROR ? ERROR : fail(i);
            }
            i = skipSpace(next);
            int c = at(i);
            if (c == ']') {
                return i;
            }
            if (c != ',') {
                int mark = element(i);
                if (mark == CLOSING_BRACKET) {
                    return place;
                }
                if (mark != COMMA) {
                    return fail(i);
                }
                i = place;
            }
            i++;
        }
    }

    /** Gives the offset of the closing brace, or ERROR. */
    private int members(int from, int content) {
        int i = from + 1;
        while (true) {
            int label = size;
            int next = element(i);
            if (next == CLOSING_BRACE) {
                extended |= size != content;
                return place;
            }
            if (next <= 0) {
                int name = skipExtendedSpace(i);
                int behind = name(name);
                if (behind == name) {
                    return next == ERROR ? ERROR : fail(name);
                }
                next = behind;
            }
            if (!JsonbType.isText(output[label] & 0xf)) {
                return fail(i);
            }
            i = skipSpace(next);
            if (at(i) != ':') {
                int mark = element(i);
                if (mark != COLON) {
                    return mark == ERROR ? ERROR : fail(i);
                }
                i = place;
            }
            i++;
            next = element(i);
            if (next <= 0) {
                return next == ERROR ? ERROR : fail(i);
            }
            i = skipSpace(next);
            int c = at(i);
            if (c == '}') {
                return i;
            }
            if (c != ',') {
                int mark = element(i);
                if (mark == CLOSING_BRACE) {
                    return place;
                }
                if (mark != COMMA) {
                    return fail(i);
                }
                i = place;
            }
            i++;
        }
    }

    /** Appends a label without quotes; gives the offset behind it, or {@code from} if none. */
    private int name(int from) {
        boolean escaped = isEscape(from);
        if (!escaped && !Characters.startsName(at(from))) {
            return from;
        }
        int i = from + 1;
        while (true) {
            if (isEscape(i)) {
                escaped = true;
            } else if (!Characters.continuesName(at(i)) || skipExtendedSpace(i) != i) {
                break;
            }
            i++;
        }
        append(escaped ? JsonbType.TEXTJ : JsonbType.TEXT, from, i);
        extended = true;
        return i;
    }

    /** Whether there is {@code \}{@code u} with four digits. */
    private boolean isEscape(int i) {
        return at(i) == '\\' && at(i + 1) == 'u' && hasHex(i + 2, 4);
    }

    private boolean hasHex(int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (!Characters.isHex(at(i))) {
                return false;
            }
        }
        return true;
    }

    private int string(int from, int quote) {
        int type = JsonbType.TEXT;
        extended |= quote == '\'';
        int i = from + 1;
        while (true) {
            int c = at(i);
            if (c == quote) {
                break;
            }
            if (c == '\\') {
                i++;
                if (isPlainEscape(i)) {
                    type = type == JsonbType.TEXT ? JsonbType.TEXTJ : type;
                } else if (isExtendedEscape(i)) {
                    i += at(i) == '\r' && at(i + 1) == '\n' ? 1 : 0;
                    type = JsonbType.TEXT5;
                    extended = true;
                } else {
                    return fail(i);
                }
            } else if (c < ' ') {
                if (c == 0) {
                    return fail(i);
                }
                type = JsonbType.TEXT5;
                extended = true;
            } else if (c == '"') {
                type = JsonbType.TEXT5;
            }
            i++;
        }
        append(type, from + 1, i);
        return i + 1;
    }

    private boolean isPlainEscape(int i) {
        return switch (at(i)) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> true;
            case 'u' -> hasHex(i + 1, 4);
            default -> false;
        };
    }

    private boolean isExtendedEscape(int i) {
        return switch (at(i)) {
            case '\'', 'v', '\n', '\r' -> true;
            case '0' -> !Ascii.isDigit(at(i + 1));
            case 'x' -> hasHex(i + 1, 2);
            case 0xe2 -> at(i + 1) == 0x80 && (at(i + 2) == 0xa8 || at(i + 2) == 0xa9);
            default -> false;
        };
    }

    private int number(int from, int first) {
        boolean five = false;
        boolean real = false;
        int i = from + 1;
        int digits = from;
        if (first == '.') {
            if (!Ascii.isDigit(at(i))) {
                return fail(from);
            }
            extended = true;
            return decimal(from, true, true);
        }
        if (first == '+' || first == '-') {
            extended |= first == '+';
            if (!Ascii.isDigit(at(i))) {
                if (startsWith(i, "inf")) {
                    return infinity(from, first == '-');
                }
                if (at(i) != '.') {
                    return fail(from);
                }
                extended = true;
                five = true;
                return decimal(from, five, real);
            }
            digits = i;
        }
        if (at(digits) == '0') {
            if ((at(digits + 1) | 0x20) == 'x' && Characters.isHex(at(digits + 2))) {
                extended = true;
                i = digits + 3;
                while (Characters.isHex(at(i))) {
                    i++;
                }
                return finish(from, i, JsonbType.INT5);
            }
            if (Ascii.isDigit(at(digits + 1))) {
                return fail(from + 1);
            }
        }
        return decimal(from, five, real);
    }

    /** The rest of a number whose first character, a sign, digit or point, has been seen. */
    private int decimal(int from, boolean startFive, boolean startReal) {
        boolean five = startFive;
        boolean real = startReal;
        boolean exponent = false;
        int i = from + 1;
        for (; ; i++) {
            int c = at(i);
            if (Ascii.isDigit(c)) {
                continue;
            }
            if (c == '.') {
                if (real) {
                    return fail(i);
                }
                real = true;
                continue;
            }
            if ((c | 0x20) != 'e') {
                break;
            }
            if (at(i - 1) < '0') {
                if (!endsWithPoint(from, i)) {
                    return fail(i);
                }
                five = true;
            }
            if (exponent) {
                return fail(i);
            }
            real = true;
            exponent = true;
            if (at(i + 1) == '+' || at(i + 1) == '-') {
                i++;
            }
            if (!Ascii.isDigit(at(i + 1))) {
                return fail(i);
            }
        }
        if (at(i - 1) < '0') {
            if (!endsWithPoint(from, i)) {
                return fail(i);
            }
            five = true;
        }
        extended |= five;
        int type = real ? JsonbType.FLOAT : JsonbType.INT;
        return finish(from, i, five ? type + 1 : type);
    }

    /** A digit and a point stand before {@code i}, in the number from {@code from} on. */
    private boolean endsWithPoint(int from, int i) {
        return at(i - 1) == '.' && i - 2 >= from && Ascii.isDigit(at(i - 2));
    }

    /** Appends a number, without a plus. */
    private int finish(int from, int to, int type) {
        append(type, at(from) == '+' ? from + 1 : from, to);
        return to;
    }

    private int infinity(int from, boolean negative) {
        extended = true;
        byte[] number = negative ? NEGATIVE_INFINITY : POSITIVE_INFINITY;
        append(JsonbType.FLOAT, number, 0, number.length);
        return from + (startsWith(from + 4, "inity") ? 9 : 4);
    }

    /** Whether these lower-case letters stand there, in any case. */
    private boolean startsWith(int from, String letters) {
        for (int i = 0; i < letters.length(); i++) {
            if (Ascii.toLower(at(from + i)) != letters.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether exactly these letters stand there, and no letter or digit behind them. */
    private boolean isWord(int from, String letters) {
        for (int i = 0; i < letters.length(); i++) {
            if (at(from + i) != letters.charAt(i)) {
                return false;
            }
        }
        return !Characters.isLetterOrDigit(at(from + letters.length()));
    }

    /** true, false, null and, of JSON5 and beyond, names of infinity and of what is no number. */
    private int word(int from) {
        if (isWord(from, "true")) {
            appendByte(JsonbType.TRUE);
            return from + 4;
        }
        if (isWord(from, "false")) {
            appendByte(JsonbType.FALSE);
            return from + 5;
        }
        if (isWord(from, "null")) {
            appendByte(JsonbType.NULL);
            return from + 4;
        }
        int behind = extendedWord(from, "inf");
        if (behind < 0) {
            behind = extendedWord(from, "infinity");
        }
        if (behind >= 0) {
            append(JsonbType.FLOAT, POSITIVE_INFINITY, 0, POSITIVE_INFINITY.length);
            extended = true;
            return behind;
        }
        for (String name : new String[] {"nan", "qnan", "snan"}) {
            behind = extendedWord(from, name);
            if (behind >= 0) {
                appendByte(JsonbType.NULL);
                extended = true;
                return behind;
            }
        }
        return fail(from);
    }

    /** The offset behind the word, in any case; -1 if it is not there. */
    private int extendedWord(int from, String name) {
        int behind = from + name.length();
        boolean there = startsWith(from, name) && !Characters.isLetterOrDigit(at(behind));
        return there ? behind : -1;
    }

    /** The offset behind the white space and comments of JSON5. */
    private int skipExtendedSpace(int from) {
        int i = from;
        while (true) {
            int behind = at(i) == '/' ? comment(i) : i + spaceLength(i);
            if (behind == i) {
                return i;
            }
            i = behind;
        }
    }

    /** Bytes of the white space character at {@code i}; 0 if it is none. */
    private int spaceLength(int i) {
        int second = at(i + 1);
        int third = at(i + 2);
        return switch (at(i)) {
            case ' ', '\t', '\n', 0x0b, 0x0c, '\r' -> 1;
            case 0xc2 -> second == 0xa0 ? 2 : 0; // No-break space.
            case 0xe1 -> second == 0x9a && third == 0x80 ? 3 : 0; // Ogham space mark.
            case 0xe2 -> {
                // Quads and spaces of many widths, line and paragraph separator.
                boolean general = second == 0x80
                        && ((third >= 0x80 && third <= 0x8a)
                                || third == 0xa8
                                || third == 0xa9
                                || third == 0xaf);
                yield general || (second == 0x81 && third == 0x9f) ? 3 : 0;
            }
            case 0xe3 -> second == 0x80 && third == 0x80 ? 3 : 0; // Ideographic space.
            case 0xef -> second == 0xbb && third == 0xbf ? 3 : 0; // Byte order mark.
            default -> 0;
        };
    }

    /** The offset behind a comment; {@code from} if there is none or it does not end. */
    private int comment(int from) {
        if (at(from + 1) == '*' && at(from + 2) != 0) {
            int i = from + 3;
            while (at(i) != '/' || at(i - 1) != '*') {
                if (at(i) == 0) {
                    return from;
                }
                i++;
            }
            return i + 1;
        }
        if (at(from + 1) != '/') {
            return from;
        }
        int i = from + 2;
        while (at(i) != 0) {
            int c = at(i);
            if (c == '\n' || c == '\r') {
                return i + 1;
            }
            if (c == 0xe2 && at(i + 1) == 0x80 && (at(i + 2) == 0xa8 || at(i + 2) == 0xa9)) {
                return i + 3;
            }
            i++;
        }
        return i;
    }
}
