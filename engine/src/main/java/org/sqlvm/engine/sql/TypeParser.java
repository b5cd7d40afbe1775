package org.sqlvm.engine.sql;

import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.TypeName;

/** Declared types: any words, then up to two signed numbers in parentheses. */
final class TypeParser {
    private static final String GENERATED_ALWAYS = "(?i)\\s*\\bgenerated\\s+always$";

    private TypeParser() {}

    /** The type of a CAST; nothing at all is one, too. */
    static TypeName castType(Tokens tokens) {
        TypeName type = optionalType(tokens);
        return type != null
                ? type
                : new TypeName(
                        "", new Span(tokens.token().start(), tokens.token().start()));
    }

    /** A column's type, or null without. */
    static TypeName optionalType(Tokens tokens) {
        if (!tokens.atAlias()) {
            return null;
        }
        int start = tokens.token().start();
        boolean single = true;
        tokens.take();
        while (tokens.atAlias()) {
            tokens.take();
            single = false;
        }
        if (tokens.accept(TokenKind.LP)) {
            single = false;
            signedNumber(tokens);
            if (tokens.accept(TokenKind.COMMA)) {
                signedNumber(tokens);
            }
            tokens.expect(TokenKind.RP);
        }
        Span span = tokens.since(start);
        String text = span.of(tokens.sql());
        if (single && "\"'[`".indexOf(text.charAt(0)) >= 0) {
            text = Tokens.unquote(text);
        }
        text = text.replaceFirst(GENERATED_ALWAYS, "");
        return new TypeName(text, span);
    }

    private static void signedNumber(Tokens tokens) {
        if (!tokens.accept(TokenKind.PLUS)) {
            tokens.accept(TokenKind.MINUS);
        }
        if (!tokens.at(TokenKind.INTEGER) && !tokens.at(TokenKind.FLOAT)) {
            throw tokens.unexpected();
        }
        tokens.take();
    }
}
