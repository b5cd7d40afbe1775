package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Ascii;

/** Whether a document is JSONB all through: sizes, types and the payload of every element. */
public final class JsonbCheck {
    private final Jsonb document;
    /** Offset of the first error; -1 while there is none. */
    private int error = -1;

    private JsonbCheck(Jsonb document) {
        this.document = document;
    }

    /** The offset of the first byte that is wrong, roughly; -1 if the document is sound. */
    public static int errorOffset(Jsonb document) {
        JsonbCheck check = new JsonbCheck(document);
        check.element(0, 1);
        return check.error;
    }

    private boolean fail(int offset) {
        error = offset;
        return false;
    }

    private boolean element(int element, int depth) {
        if (depth > JsonParser.DEPTH_MAX) {
            return fail(element);
        }
        int header = document.header(element);
        int type = document.type(element);
        int from = element + header;
        int to = from + document.payloadSize(element);
        return switch (type) {
            case JsonbType.NULL, JsonbType.TRUE, JsonbType.FALSE ->
                to == element + 1 || fail(element);
            case JsonbType.INT -> integer(element, from, to);
            case JsonbType.INT5 -> hexadecimal(element, from, to);
            case JsonbType.FLOAT, JsonbType.FLOAT5 ->
                real(element, from, to, type == JsonbType.FLOAT5);
            case JsonbType.TEXT -> plain(from, to);
            case JsonbType.TEXTJ, JsonbType.TEXT5 -> escaped(from, to, type == JsonbType.TEXT5);
            case JsonbType.TEXTRAW -> true;
            case JsonbType.ARRAY, JsonbType.OBJECT ->
                container(from, to, type == JsonbType.OBJECT, depth);
            default -> fail(element);
        };
    }

    private boolean container(int from, int to, boolean object, int depth) {
        int count = 0;
        int i = from;
        while (i < to) {
            int header = document.header(i);
            if (header == 0 || i + header + document.payloadSize(i) > to) {
                return fail(i);
            }
            if (object && count % 2 == 0 && !JsonbType.isText(document.type(i))) {
                return fail(i);
            }
            if (!element(i, depth + 1)) {
                return false;
            }
            count++;
            i += header + document.payloadSize(i);
        }
        return !object || count % 2 == 0 || fail(i);
    }

    private boolean integer(int element, int from, int to) {
        if (from == to) {
            return fail(element);
        }
        int i = from;
        if (document.at(i) == '-') {
            i++;
            if (i == to) {
                return fail(element);
            }
        }
        for (; i < to; i++) {
            if (!Ascii.isDigit(document.at(i))) {
                return fail(i);
            }
        }
        return true;
    }

    private boolean hexadecimal(int element, int from, int to) {
        if (to - from < 3) {
            return fail(element);
        }
        int i = from;
        if (document.at(i) == '-') {
            if (to - from < 4) {
                return fail(element);
            }
            i++;
        }
        if (document.at(i) != '0') {
            return fail(element);
        }
        if ((document.at(i + 1) | 0x20) != 'x') {
            return fail(i + 1);
        }
        for (i += 2; i < to; i++) {
            if (!Characters.isHex(document.at(i))) {
                return fail(i);
            }
        }
        return true;
    }

    private boolean isDigit(int i) {
        return i < document.size() && Ascii.isDigit(document.at(i));
    }

    private boolean real(int element, int from, int to, boolean five) {
        if (to - from < 2) {
            return fail(element);
        }
        int i = from;
        if (document.at(i) == '-') {
            i++;
            if (to - from < 3) {
                return fail(element);
            }
        }
        boolean point = false;
        if (document.at(i) == '.') {
            if (!five || !isDigit(i + 1)) {
                return fail(i);
            }
            i += 2;
            point = true;
        } else if (document.at(i) == '0' && !five) {
            if (i + 3 > to) {
                return fail(i);
            }
            int next = document.at(i + 1);
            if (next != '.' && (next | 0x20) != 'e') {
                return fail(i);
            }
            i++;
        }
        return fraction(element, i, to, five, point);
    }

    private boolean fraction(int element, int from, int to, boolean five, boolean startPoint) {
        boolean point = startPoint;
        boolean exponent = false;
        for (int i = from; i < to; i++) {
            int c = document.at(i);
            if (Ascii.isDigit(c)) {
                continue;
            }
            if (c == '.') {
                if (point || exponent || (!five && (i == to - 1 || !isDigit(i + 1)))) {
                    return fail(i);
                }
                point = true;
                continue;
            }
            if ((c | 0x20) != 'e' || exponent || i == to - 1) {
                return fail(i);
            }
            if (document.at(i + 1) == '+' || document.at(i + 1) == '-') {
                i++;
                if (i == to - 1) {
                    return fail(i);
                }
            }
            exponent = true;
        }
        return point || exponent || fail(element);
    }

    private boolean plain(int from, int to) {
        for (int i = from; i < to; i++) {
            int c = document.at(i);
            if (!Characters.isPlain(c) && c != '\'') {
                return fail(i);
            }
        }
        return true;
    }

    private boolean escaped(int from, int to, boolean five) {
        int i = from;
        while (i < to) {
            int c = document.at(i);
            if (c == '"' || c < ' ') {
                if (!five) {
                    return fail(i);
                }
            } else if (c == '\\') {
                int length = escapeLength(i, to, five);
                if (length == 0) {
                    return fail(i);
                }
                i += length - 1;
            }
            i++;
        }
        return true;
    }

    /** Bytes of the escape at {@code i}; 0 if it is none. */
    private int escapeLength(int i, int to, boolean five) {
        if (i + 1 >= to) {
            return 0;
        }
        switch (document.at(i + 1)) {
            // To SQLite NUL is one of them: it ends the list that it looks through.
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't', 0 -> {
                return 2;
            }
            case 'u' -> {
                for (int digit = i + 2; digit < i + 6; digit++) {
                    if (digit >= to || !Characters.isHex(document.at(digit))) {
                        return 0;
                    }
                }
                return 2; // Digits are plain.
            }
            default -> {
                if (!five) {
                    return 0;
                }
                Escapes escapes = new Escapes(document.text(i, to));
                return escapes.next() == Escapes.INVALID ? 0 : escapes.position();
            }
        }
    }
}
