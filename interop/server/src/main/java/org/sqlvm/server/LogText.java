package org.sqlvm.server;

/** Lines of the log; text from a client cannot look like another line. */
final class LogText {
    private LogText() {}

    /**
     * Escapes what is no printable character, as Java writes it: ends of lines, other control
     * characters, and those that change the direction of the text or show nothing.
     */
    static String escaped(String line) {
        if (line.codePoints().allMatch(LogText::isPlain)) {
            return line;
        }
        StringBuilder text = new StringBuilder();
        line.codePoints().forEach(each -> append(text, each));
        return text.toString();
    }

    private static boolean isPlain(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }

    private static void append(StringBuilder text, int character) {
        if (isPlain(character)) {
            text.appendCodePoint(character);
            return;
        }
        switch (character) {
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> text.append(String.format("\\u%04x", character));
        }
    }
}
