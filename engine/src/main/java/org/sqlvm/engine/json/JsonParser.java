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

    /** Codes that {@link #element} returns instead of an offset. */
    private static final int END = 0;

    private static final int ERROR = -1;
    private static final int CLOSING_BRACE = -2;
    private static final int CLOSING_BRACKET = -3;
    private static final int COMMA = -4;
    private static final int COLON = -5;

    private static final byte[] POSITIVE_INFINITY = {'9', 'e', '9', '9', '9'};
    private static final byte[] NEGATIVE_INFINITY = {'-', '9', 'e', '9', '9', '9'};

    private final JsonSource source;
    private byte[] output;
    private int size;
    private int depth;
    private boolean extended;
    /** Where the error was seen, or the punctuation mark that was there instead of an element. */
    private int place;

    private JsonParser(Bytes text) {
        this.source = new JsonSource(text);
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
        next = source.skipSpace(next);
        if (source.at(next) != 0) {
            next = source.skipExtendedSpace(next);
            if (source.at(next) != 0) {
                return false;
            }
            extended = true;
        }
        return true;
    }

    private int fail(int at) {
        place = at;
        return ERROR;
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

    /** Appends a header and leaves room for the payload; gives its offset. */
    private int appendHeader(int type, int count) {
        reserve(count + Jsonb.HEADER_MAX);
        int payload = size + Jsonb.writeHeader(output, size, type, count);
        size = payload + count;
        return payload;
    }

    private void append(int type, byte[] payload) {
        int target = appendHeader(type, payload.length);
        System.arraycopy(payload, 0, output, target, payload.length);
    }

    /** Appends the text from {@code from} to {@code to} as an element. */
    private void append(int type, int from, int to) {
        int target = appendHeader(type, to - from);
        source.copy(from, to, output, target);
    }

    /**
     * Appends the element at {@code from}.
     *
     * @return the offset behind it, or one of the negative codes, whose position is kept
     */
    private int element(int from) {
        int i = from;
        while (true) {
            int c = source.at(i);
            switch (c) {
                case 0:
                    return END;
                case ' ', '\t', '\n', '\r':
                    i = source.skipSpace(i);
                    continue;
                case 0x0b, 0x0c, '/', 0xc2, 0xe1, 0xe2, 0xe3, 0xef:
                    int behind = source.skipExtendedSpace(i);
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
        int guess = Jsonb.headerSizeFor(source.length() - from);
        reserve(guess);
        int type = object ? JsonbType.OBJECT : JsonbType.ARRAY;
        Jsonb.writeHeader(output, header, type, source.length() - from);
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
            i = source.skipSpace(next);
            int c = source.at(i);
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
                int name = source.skipExtendedSpace(i);
                int behind = name(name);
                if (behind == name) {
                    return next == ERROR ? ERROR : fail(name);
                }
                next = behind;
            }
            if (!JsonbType.isText(output[label] & 0xf)) {
                return fail(i);
            }
            i = source.skipSpace(next);
            if (source.at(i) != ':') {
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
            i = source.skipSpace(next);
            int c = source.at(i);
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
        boolean escaped = source.isEscape(from);
        if (!escaped && !Characters.startsName(source.at(from))) {
            return from;
        }
        int i = from + 1;
        while (true) {
            if (source.isEscape(i)) {
                escaped = true;
            } else if (!Characters.continuesName(source.at(i))
                    || source.skipExtendedSpace(i) != i) {
                break;
            }
            i++;
        }
        append(escaped ? JsonbType.TEXTJ : JsonbType.TEXT, from, i);
        extended = true;
        return i;
    }

    private int string(int from, int quote) {
        int type = JsonbType.TEXT;
        extended |= quote == '\'';
        int i = from + 1;
        while (true) {
            int c = source.at(i);
            if (c == quote) {
                break;
            }
            if (c == '\\') {
                i++;
                if (isPlainEscape(i)) {
                    type = type == JsonbType.TEXT ? JsonbType.TEXTJ : type;
                } else if (isExtendedEscape(i)) {
                    i += source.at(i) == '\r' && source.at(i + 1) == '\n' ? 1 : 0;
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
        return switch (source.at(i)) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> true;
            case 'u' -> source.hasHex(i + 1, 4);
            default -> false;
        };
    }

    private boolean isExtendedEscape(int i) {
        return switch (source.at(i)) {
            case '\'', 'v', '\n', '\r' -> true;
            case '0' -> !Ascii.isDigit(source.at(i + 1));
            case 'x' -> source.hasHex(i + 1, 2);
            case 0xe2 ->
                source.at(i + 1) == 0x80 && (source.at(i + 2) == 0xa8 || source.at(i + 2) == 0xa9);
            default -> false;
        };
    }

    private int number(int from, int first) {
        boolean five = false;
        boolean real = false;
        int i = from + 1;
        int digits = from;
        if (first == '.') {
            if (!Ascii.isDigit(source.at(i))) {
                return fail(from);
            }
            extended = true;
            return decimal(from, true, true);
        }
        if (first == '+' || first == '-') {
            extended |= first == '+';
            if (!Ascii.isDigit(source.at(i))) {
                if (source.startsWith(i, "inf")) {
                    return infinity(from, first == '-');
                }
                if (source.at(i) != '.') {
                    return fail(from);
                }
                extended = true;
                five = true;
                return decimal(from, five, real);
            }
            digits = i;
        }
        if (source.at(digits) == '0') {
            if ((source.at(digits + 1) | 0x20) == 'x' && Characters.isHex(source.at(digits + 2))) {
                extended = true;
                i = digits + 3;
                while (Characters.isHex(source.at(i))) {
                    i++;
                }
                return finish(from, i, JsonbType.INT5);
            }
            if (Ascii.isDigit(source.at(digits + 1))) {
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
            int c = source.at(i);
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
            if (source.at(i - 1) < '0') {
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
            if (source.at(i + 1) == '+' || source.at(i + 1) == '-') {
                i++;
            }
            if (!Ascii.isDigit(source.at(i + 1))) {
                return fail(i);
            }
        }
        if (source.at(i - 1) < '0') {
            if (!endsWithPoint(from, i)) {
                return fail(i);
            }
            five = true;
        }
        extended |= five;
        int type = real ? JsonbType.FLOAT : JsonbType.INT;
        return finish(from, i, five ? type + 1 : type);
    }

    /**
     * Whether there is a digit and a point before {@code i}, in the number from {@code from} on.
     */
    private boolean endsWithPoint(int from, int i) {
        return source.at(i - 1) == '.' && i - 2 >= from && Ascii.isDigit(source.at(i - 2));
    }

    /** Appends a number, without a plus. */
    private int finish(int from, int to, int type) {
        append(type, source.at(from) == '+' ? from + 1 : from, to);
        return to;
    }

    private int infinity(int from, boolean negative) {
        extended = true;
        byte[] number = negative ? NEGATIVE_INFINITY : POSITIVE_INFINITY;
        append(JsonbType.FLOAT, number);
        return from + (source.startsWith(from + 4, "inity") ? 9 : 4);
    }

    /** Parses true, false, null and, beyond JSON, the names of infinity and NaN. */
    private int word(int from) {
        if (source.isWord(from, "true")) {
            appendByte(JsonbType.TRUE);
            return from + 4;
        }
        if (source.isWord(from, "false")) {
            appendByte(JsonbType.FALSE);
            return from + 5;
        }
        if (source.isWord(from, "null")) {
            appendByte(JsonbType.NULL);
            return from + 4;
        }
        int behind = source.extendedWord(from, "inf");
        if (behind < 0) {
            behind = source.extendedWord(from, "infinity");
        }
        if (behind >= 0) {
            append(JsonbType.FLOAT, POSITIVE_INFINITY);
            extended = true;
            return behind;
        }
        for (String name : new String[] {"nan", "qnan", "snan"}) {
            behind = source.extendedWord(from, name);
            if (behind >= 0) {
                appendByte(JsonbType.NULL);
                extended = true;
                return behind;
            }
        }
        return fail(from);
    }
}
