package org.sqlvm.console;

/** Texts of JSON (RFC 8259). */
final class Json {
    private Json() {}

    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.chars().forEach(next -> {
            if (next < ' ' || next == '"' || next == '\\') {
                json.append(String.format("\\u%04x", next));
            } else {
                json.append((char) next);
            }
        });
        return json.append('"').toString();
    }
}
