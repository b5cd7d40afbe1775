package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;

/** Writes JSONB as text of plain JSON, on one line or over many. */
public final class JsonPrinter {
    private static final String DIGITS = "0123456789abcdef";
    private static final String TOO_LARGE = "9.0e999";
    private static final Text NULL = Text.of("null");
    private static final Text TRUE = Text.of("true");
    private static final Text FALSE = Text.of("false");

    private final Jsonb document;
    private final TextBuilder output;
    /** The indentation of one level; null for a single line. */
    private final Text indent;

    private int level;

    private JsonPrinter(Jsonb document, TextBuilder output, Text indent) {
        this.document = document;
        this.output = output;
        this.indent = indent;
    }

    /**
     * Appends an element.
     *
     * @throws org.sqlvm.engine.error.SqlException "malformed JSON"
     */
    public static void append(Jsonb document, int element, TextBuilder output) {
        new JsonPrinter(document, output, null).element(element);
    }

    /** The text of an element. */
    public static Text text(Jsonb document, int element) {
        // Quotation marks and commas are text, and mostly one byte of a header in JSONB.
        int size = document.end(element) - element;
        TextBuilder output = new TextBuilder(TextBuilder.LENGTH_MAX, size + size / 2);
        append(document, element, output);
        return output.toText();
    }

    /** The text of a document, a line for every element, each level indented by {@code indent}. */
    public static Text pretty(Jsonb document, Text indent) {
        TextBuilder output = new TextBuilder(TextBuilder.LENGTH_MAX);
        new JsonPrinter(document, output, indent).element(0);
        return output.toText();
    }

    /** Appends characters as a string of JSON. */
    public static void appendString(TextBuilder output, Bytes characters) {
        output.append('"');
        byte[] array = characters.array;
        int end = characters.offset + characters.length;
        int from = characters.offset;
        for (int i = from; i < end; i++) {
            int c = array[i] & 0xff;
            if (c >= ' ' && c != '"' && c != '\\') {
                continue;
            }
            output.append(array, from, i - from);
            appendEscaped(output, c);
            from = i + 1;
        }
        output.append(array, from, end - from);
        output.append('"');
    }

    /** Appends a control character, quote or backslash. */
    private static void appendEscaped(TextBuilder output, int c) {
        int letter = switch (c) {
            case '"', '\\' -> c;
            case '\b' -> 'b';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\f' -> 'f';
            case '\r' -> 'r';
            default -> 0;
        };
        output.append('\\');
        if (letter != 0) {
            output.append(letter);
        } else {
            output.append("u00").append(DIGITS.charAt(c >> 4)).append(DIGITS.charAt(c & 0xf));
        }
    }

    /** Writes an element; returns the offset behind it. */
    private int element(int element) {
        int from = document.payload(element);
        int end = from + document.payloadSize(element);
        int type = document.type(element);
        switch (type) {
            case JsonbType.NULL -> output.append(NULL);
            case JsonbType.TRUE -> output.append(TRUE);
            case JsonbType.FALSE -> output.append(FALSE);
            case JsonbType.INT, JsonbType.FLOAT -> output.append(number(from, end));
            case JsonbType.INT5 -> hexadecimal(number(from, end));
            case JsonbType.FLOAT5 -> real(number(from, end));
            case JsonbType.TEXT, JsonbType.TEXTJ -> output.appendQuoted(document.text(from, end));
            case JsonbType.TEXT5 -> string(document.text(from, end));
            case JsonbType.TEXTRAW -> appendString(output, document.text(from, end));
            case JsonbType.ARRAY, JsonbType.OBJECT ->
                container(from, end, type == JsonbType.OBJECT);
            default -> throw JsonError.malformed();
        }
        // null, true and false are one byte, whatever their header says.
        return type <= JsonbType.FALSE ? element + 1 : end;
    }

    private Text number(int from, int end) {
        if (from == end) {
            throw JsonError.malformed();
        }
        return document.text(from, end);
    }

    private void container(int from, int end, boolean object) {
        int i = from;
        output.append(object ? '{' : '[');
        if (level >= JsonParser.DEPTH_MAX) {
            throw JsonError.tooDeep();
        }
        if (i < end) {
            level++;
            while (true) {
                newLine();
                if (object) {
                    i = element(i);
                    if (i >= end) {
                        throw JsonError.malformed();
                    }
                    output.append(':');
                    if (indent != null) {
                        output.append(' ');
                    }
                }
                i = element(i);
                if (i >= end) {
                    break;
                }
                output.append(',');
            }
            if (i > end) {
                throw JsonError.malformed();
            }
            level--;
            newLine();
        }
        output.append(object ? '}' : ']');
    }

    private void newLine() {
        if (indent != null) {
            output.append('\n');
            for (int i = 0; i < level; i++) {
                output.append(indent);
            }
        }
    }

    private void hexadecimal(Text number) {
        byte[] array = number.array;
        int end = number.offset + number.length;
        int i = number.offset + 2;
        if (array[number.offset] == '-') {
            output.append('-');
            i++;
        } else if (array[number.offset] == '+') {
            i++;
        }
        long value = 0;
        boolean tooLarge = false;
        for (; i < end; i++) {
            int digit = Ascii.hexValue(array[i]);
            if (digit < 0) {
                throw JsonError.malformed();
            }
            if (value >>> 60 != 0) {
                tooLarge = true;
            } else {
                value = value << 4 | digit;
            }
        }
        output.append(tooLarge ? TOO_LARGE : Long.toUnsignedString(value));
    }

    /** Adds the zeros that JSON requires on both sides of a point. */
    private void real(Text number) {
        byte[] array = number.array;
        int end = number.offset + number.length;
        int i = number.offset;
        if (array[i] == '-') {
            output.append('-');
            i++;
        }
        if (i < end && array[i] == '.') {
            output.append('0');
        }
        for (; i < end; i++) {
            output.append(array[i]);
            if (array[i] == '.' && (i + 1 == end || !Ascii.isDigit(array[i + 1]))) {
                output.append('0');
            }
        }
    }

    /** A string of JSON5, with escapes that JSON knows. */
    private void string(Text payload) {
        byte[] array = payload.array;
        int end = payload.offset + payload.length;
        output.append('"');
        int i = payload.offset;
        while (i < end) {
            int c = array[i] & 0xff;
            if (c == '\\') {
                i = escape(array, i, end);
            } else if (c == '"' || c < ' ') {
                appendEscaped(output, c);
                i++;
            } else {
                output.append(c);
                i++;
            }
        }
        output.append('"');
    }

    /** Appends the escape at {@code i}; gives the offset behind it. */
    private int escape(byte[] array, int i, int end) {
        if (i + 1 >= end) {
            throw JsonError.malformed();
        }
        switch (array[i + 1] & 0xff) {
            case '\'' -> output.append('\'');
            case 'v' -> output.append("\\u000b");
            case '0' -> output.append("\\u0000");
            case 'x' -> {
                if (i + 3 >= end) {
                    throw JsonError.malformed();
                }
                output.append("\\u00").append(array[i + 2]).append(array[i + 3]);
                return i + 4;
            }
            case '\r' -> {
                return i + 2 < end && array[i + 2] == '\n' ? i + 3 : i + 2;
            }
            case '\n' -> {}
            case 0xe2 -> {
                // A backslash before a line or paragraph separator: both are nothing.
                boolean separator = i + 3 < end
                        && (array[i + 2] & 0xff) == 0x80
                        && ((array[i + 3] & 0xff) == 0xa8 || (array[i + 3] & 0xff) == 0xa9);
                if (!separator) {
                    throw JsonError.malformed();
                }
                return i + 4;
            }
            default -> output.append('\\').append(array[i + 1]);
        }
        return i + 2;
    }
}
