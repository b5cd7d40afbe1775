package org.sqlvm.server.value;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.MessageReader;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Arrays as their texts: {@code {1,2}}, or {@code 1 2} for the vectors of the catalog. */
public final class PgArray {
    private PgArray() {}

    /**
     * The text of an array in binary form: dimensions, a flag, the type of its elements, the size
     * and the first index of each dimension, and the elements with their lengths.
     */
    static Object read(MessageReader in, PgType type, int length) {
        int end = in.remaining() - length;
        int dimensions = in.readInt();
        in.readInt();
        PgType element = PgType.of(in.readInt());
        if (dimensions > 1 || element == null || element.isArray()) {
            throw ServerError.notSupported("an array of several dimensions, or of such elements");
        }
        List<Object> elements = new ArrayList<>();
        int count = dimensions == 1 ? in.readInt() : 0;
        if (dimensions == 1) {
            in.readInt();
        }
        for (int i = 0; i < count; i++) {
            int size = in.readInt();
            Object value = size < 0 ? null : ParameterValue.ofBinary(in, element, size);
            elements.add(
                    value instanceof byte[] bytes
                            ? "\\x" + HexFormat.of().formatHex(bytes)
                            : value);
        }
        return in.remaining() == end ? text(elements) : ParameterValue.bad(type);
    }

    /** The elements; null for NULL. */
    public static List<String> elements(String text) {
        if (text == null || text.isBlank()) {
            return List.of();
        }
        if (text.charAt(0) != '{') {
            return List.of(text.strip().split("\\s+"));
        }
        List<String> elements = new ArrayList<>();
        StringBuilder next = new StringBuilder();
        boolean isQuoted = false;
        boolean wasQuoted = false;
        for (int i = 1; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '\\' && i + 1 < text.length()) {
                next.append(text.charAt(++i));
            } else if (letter == '"') {
                isQuoted = !isQuoted;
                wasQuoted = true;
            } else if (!isQuoted && (letter == ',' || letter == '}')) {
                // Blanks around an element are not of it, unless it is quoted.
                String element = wasQuoted ? next.toString() : next.toString().strip();
                if (!element.isEmpty() || wasQuoted || letter == ',' || !elements.isEmpty()) {
                    boolean isNull = !wasQuoted && element.equalsIgnoreCase("null");
                    elements.add(isNull ? null : element);
                }
                next.setLength(0);
                wasQuoted = false;
            } else if (isQuoted
                    || !Character.isWhitespace(letter)
                    || !(wasQuoted || next.isEmpty())) {
                next.append(letter);
            }
        }
        return elements;
    }

    public static String text(List<?> elements) {
        StringBuilder text = new StringBuilder("{");
        for (Object element : elements) {
            if (text.length() > 1) {
                text.append(',');
            }
            text.append(element == null ? "NULL" : quoted(element.toString()));
        }
        return text.append('}').toString();
    }

    private static String quoted(String element) {
        boolean isPlain = !element.isEmpty()
                && !element.equalsIgnoreCase("null")
                && element.chars().noneMatch(letter -> "{},\"\\ \t\n".indexOf(letter) >= 0);
        return isPlain
                ? element
                : "\"" + element.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
