package org.sqlvm.engine.sql;

import org.sqlvm.engine.sql.tree.Span;

/**
 * A token and its position: {@code start} is that of its first character, {@code end} follows its
 * last.
 */
public record Token(TokenKind kind, int start, int end) {
    Span span() {
        return new Span(start, end);
    }

    public boolean is(TokenKind other) {
        return kind == other;
    }

    /** Whether it is an identifier or a keyword that can be one. */
    boolean isIdentifier() {
        return kind == TokenKind.ID || kind.fallsBack();
    }

    /** Whether it can name a table or column: identifiers, join keywords, and strings. */
    boolean isName() {
        return isIdentifier()
                || kind == TokenKind.INDEXED
                || kind == TokenKind.JOIN_KW
                || kind == TokenKind.STRING;
    }
}
