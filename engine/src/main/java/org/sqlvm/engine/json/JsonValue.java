package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;

/** Elements as values of SQL. */
public final class JsonValue {
    private JsonValue() {}

    /**
     * The value of an element: NULL for null, 1 and 0 for true and false, a number, the characters
     * of a string; of an array or object its JSON.
     *
     * @param binary arrays and objects as JSONB blobs, not as text
     * @throws org.sqlvm.engine.error.SqlException "malformed JSON"
     */
    public static Object of(Jsonb document, int element, boolean binary) {
        Text payload = document.payloadText(element);
        int type = document.type(element);
        return switch (type) {
            case JsonbType.NULL, JsonbType.TRUE, JsonbType.FALSE -> {
                if (payload.length > 0) {
                    throw JsonError.malformed();
                }
                yield type == JsonbType.NULL ? SqlNull.NULL : type == JsonbType.TRUE ? 1L : 0L;
            }
            case JsonbType.INT, JsonbType.INT5 -> integer(payload);
            case JsonbType.FLOAT, JsonbType.FLOAT5 -> real(payload);
            case JsonbType.TEXT, JsonbType.TEXTRAW -> payload.owned();
            case JsonbType.TEXTJ, JsonbType.TEXT5 -> characters(payload);
            case JsonbType.ARRAY, JsonbType.OBJECT ->
                binary ? document.blob(element) : JsonText.of(JsonPrinter.text(document, element));
            default -> throw JsonError.malformed();
        };
    }

    private static Object integer(Text payload) {
        boolean negative = payload.length > 0 && payload.array[payload.offset] == '-';
        int from = payload.offset + (negative ? 1 : 0);
        int to = payload.offset + payload.length;
        if (from == to) {
            throw JsonError.malformed();
        }
        if (to - from > 2
                && payload.array[from] == '0'
                && (payload.array[from + 1] | 0x20) == 'x') {
            return hexadecimal(payload, from + 2, to, negative);
        }
        boolean plus = payload.array[from] == '+';
        int i = plus ? from + 1 : from;
        int start = i;
        long value = 0; // Negative, because that side has one number more.
        for (; i < to && Ascii.isDigit(payload.array[i]); i++) {
            int digit = payload.array[i] - '0';
            if (value < (Long.MIN_VALUE + digit) / 10) {
                return real(payload);
            }
            value = value * 10 - digit;
        }
        if (i < to && i > start) {
            throw JsonError.malformed();
        }
        if (i == start || (!negative && value == Long.MIN_VALUE)) {
            return real(payload);
        }
        return negative ? value : -value;
    }

    private static Object hexadecimal(Text payload, int from, int to, boolean negative) {
        int i = from;
        while (i < to && payload.array[i] == '0') {
            i++;
        }
        long value = 0;
        int digits = 0;
        for (; i < to; i++) {
            int digit = Ascii.hexValue(payload.array[i]);
            if (digit < 0) {
                throw JsonError.malformed();
            }
            value = value << 4 | digit;
            digits++;
        }
        if (digits > 16) {
            return real(payload);
        }
        if (value < 0) {
            // As many as 64 bits are a real, not a negative number.
            double real = (value >>> 1 | (value & 1)) * 2.0;
            return negative ? -real : real;
        }
        return negative ? -value : value;
    }

    private static Object real(Text payload) {
        double value = Numbers.wholeDouble(payload);
        if (Double.isNaN(value)) {
            throw JsonError.malformed();
        }
        return value;
    }

    /** The characters of a string with escapes; escapes of no character are left out. */
    private static Text characters(Text payload) {
        TextBuilder result = new TextBuilder(TextBuilder.LENGTH_MAX);
        Escapes escapes = new Escapes(payload);
        while (!escapes.atEnd()) {
            if (!escapes.atEscape()) {
                result.append(escapes.nextByte());
                continue;
            }
            int character = escapes.next();
            if (character != Escapes.INVALID) {
                result.appendCodePoint(character);
            }
        }
        return result.toText();
    }
}
