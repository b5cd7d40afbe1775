package org.sqlvm.server;

import java.util.ArrayList;
import java.util.List;

/** Arrays as their texts: {@code {1,2}}, or {@code 1 2} for the vectors of the catalog. */
final class PgArray {
    private PgArray() {}

    /** The elements; null for NULL. */
    static List<String> elements(String text) {
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
                if (!next.isEmpty() || wasQuoted || letter == ',' || !elements.isEmpty()) {
                    boolean isNull = !wasQuoted && next.toString().equalsIgnoreCase("null");
                    elements.add(isNull ? null : next.toString());
                }
                next.setLength(0);
                wasQuoted = false;
            } else {
                next.append(letter);
            }
        }
        return elements;
    }

    static String text(List<?> elements) {
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
