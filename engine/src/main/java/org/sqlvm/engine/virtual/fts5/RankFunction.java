package org.sqlvm.engine.virtual.fts5;

/**
 * The function that gives the column {@code rank} its values (fts5.html section 5.1.1).
 *
 * @param arguments the texts of its literals, with commas; empty for none
 */
record RankFunction(String name, String arguments) {
    static final RankFunction DEFAULT = new RankFunction("bm25", "");

    /** Reads {@code name(literal, …)}; null if the text is not such a call. */
    static RankFunction parse(String text) {
        int start = ConfigWords.skipSpaces(text, 0);
        int end = ConfigWords.skipBareword(text, start);
        if (end == ConfigWords.NONE) {
            return null;
        }
        int at = ConfigWords.skipSpaces(text, end);
        if (at == text.length() || text.charAt(at) != '(') {
            return null;
        }
        int first = ConfigWords.skipSpaces(text, at + 1);
        int last = first < text.length() && text.charAt(first) == ')'
                ? first
                : skipArguments(text, first);
        return last == ConfigWords.NONE
                ? null
                : new RankFunction(text.substring(start, end), text.substring(first, last));
    }

    /** The index of the parenthesis behind a list of literals. */
    private static int skipArguments(String text, int from) {
        int at = from;
        while (true) {
            at = ConfigWords.skipLiteral(text, ConfigWords.skipSpaces(text, at));
            if (at == ConfigWords.NONE) {
                return at;
            }
            at = ConfigWords.skipSpaces(text, at);
            if (at == text.length()) {
                return ConfigWords.NONE;
            }
            if (text.charAt(at) == ')') {
                return at;
            }
            if (text.charAt(at) != ',') {
                return ConfigWords.NONE;
            }
            at++;
        }
    }
}
