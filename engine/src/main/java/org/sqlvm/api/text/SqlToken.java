package org.sqlvm.api.text;

/**
 * A piece of a SQL text.
 *
 * @param start the index of its first character
 * @param end the index behind its last character
 */
public record SqlToken(Kind kind, int start, int end) {
    /** Kinds of pieces. */
    public enum Kind {
        /** A word of SQL's grammar. Many of them may be names where the grammar allows it. */
        KEYWORD,
        /** A word that is no keyword, or a name in quotes: {@code a}, {@code "a"}, {@code [a]}. */
        NAME,
        /** {@code 'a'}. */
        STRING,
        /** {@code x'00ff'}. */
        BLOB,
        /** {@code 1}, {@code 1.5e3}, {@code 0xff}. */
        NUMBER,
        /** {@code ?}, {@code ?1}, {@code :a}, {@code @a}, {@code $a}. */
        PARAMETER,
        /** An operator, a comma, a parenthesis. */
        OPERATOR,
        SEMICOLON,
        SPACE,
        /** To the end of its line, which is not a part of it, or between {@code /*} and its end. */
        COMMENT,
        /** Text that is no token of SQL, such as a brace, or a string without its end. */
        ILLEGAL
    }

    /** Returns its text. */
    public String of(String sql) {
        return sql.substring(start, end);
    }

    /** Whether it is this keyword or unquoted name, in any case of its letters. */
    public boolean isWord(String sql, String word) {
        return end - start == word.length() && sql.regionMatches(true, start, word, 0, end - start);
    }
}
