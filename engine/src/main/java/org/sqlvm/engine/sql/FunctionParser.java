package org.sqlvm.engine.sql;

import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.List;

/**
 * CREATE FUNCTION and DROP FUNCTION, which are ours alone. Their words are no keywords: they mean
 * something here, where SQLite has a syntax error, and are names everywhere else.
 */
final class FunctionParser {
    private final Tokens tokens;
    private final SchemaParser schemas;

    FunctionParser(Tokens tokens, SchemaParser schemas) {
        this.tokens = tokens;
        this.schemas = schemas;
    }

    /** Behind CREATE or DROP: whether it is a function. */
    boolean begins() {
        // The text behind another word is not read yet: it may be no token.
        if (!tokens.atWord("FUNCTION")) {
            return false;
        }
        Token next = tokens.peek(1);
        return next.kind() == TokenKind.IF || next.isName();
    }

    /**
     * {@code FUNCTION [IF NOT EXISTS] name(parameters) [DETERMINISTIC] LANGUAGE id AS 'source'}.
     */
    Statement create(int start) {
        tokens.take();
        boolean ifNotExists = schemas.ifNotExists();
        Name name = tokens.name();
        List<Name> parameters = parameters();
        boolean deterministic = accept("DETERMINISTIC");
        if (!accept("LANGUAGE")) {
            throw tokens.unexpected();
        }
        Name language = tokens.name();
        tokens.expect(TokenKind.AS);
        String source = Tokens.unquote(tokens.text(tokens.expect(TokenKind.STRING)));
        return new Statement.CreateFunction(
                ifNotExists,
                name,
                parameters,
                deterministic,
                language,
                source,
                tokens.since(start));
    }

    /** {@code ()}, {@code (a, b)}, or {@code (*)}, which is null: any number. */
    private List<Name> parameters() {
        tokens.expect(TokenKind.LP);
        List<Name> parameters = new ArrayList<>();
        boolean any = tokens.accept(TokenKind.STAR);
        if (!any && !tokens.at(TokenKind.RP)) {
            do {
                parameters.add(tokens.name());
            } while (tokens.accept(TokenKind.COMMA));
        }
        tokens.expect(TokenKind.RP);
        return any ? null : List.copyOf(parameters);
    }

    private boolean accept(String word) {
        boolean found = tokens.atWord(word);
        if (found) {
            tokens.take();
        }
        return found;
    }

    /** {@code FUNCTION [IF EXISTS] name}. */
    Statement drop(int start) {
        tokens.take();
        boolean ifExists = schemas.ifExists();
        return new Statement.DropFunction(ifExists, tokens.name(), tokens.since(start));
    }
}
