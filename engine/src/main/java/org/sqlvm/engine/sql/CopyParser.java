package org.sqlvm.engine.sql;

import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * COPY, which is ours alone, in PostgreSQL's words. They are no keywords: they mean something here,
 * where SQLite has a syntax error, and are names everywhere else.
 */
final class CopyParser {
    private final Tokens tokens;
    private final SelectParser selects;

    CopyParser(Tokens tokens, SelectParser selects) {
        this.tokens = tokens;
        this.selects = selects;
    }

    /** Whether the statement is one of these. */
    boolean begins() {
        if (!tokens.atWord("COPY")) {
            return false;
        }
        Token next = tokens.peek(1);
        return next.kind() == TokenKind.LP || next.isName();
    }

    /** {@code COPY table [(columns)] FROM|TO 'file' [[WITH] (options)]}. */
    Statement copy(int start) {
        tokens.take();
        QualifiedName table = null;
        List<Name> columns = null;
        Select query = null;
        if (tokens.accept(TokenKind.LP)) {
            query = selects.select();
            tokens.expect(TokenKind.RP);
        } else {
            table = tokens.qualifiedName();
            columns = tokens.at(TokenKind.LP) ? tokens.names() : null;
        }
        boolean from = query == null && tokens.accept(TokenKind.FROM);
        if (!from) {
            tokens.expect(TokenKind.TO);
        }
        String path = Tokens.unquote(tokens.text(tokens.expect(TokenKind.STRING)));
        boolean with = tokens.accept(TokenKind.WITH);
        List<String> options = List.of();
        if (with || tokens.at(TokenKind.LP)) {
            options = options();
        }
        return new Statement.Copy(table, columns, query, from, path, options, tokens.since(start));
    }

    /** {@code (FORMAT csv, HEADER, DELIMITER '|')}; a name alone switches something on. */
    private List<String> options() {
        tokens.expect(TokenKind.LP);
        List<String> options = new ArrayList<>();
        do {
            String name = word().toLowerCase(Locale.ROOT);
            tokens.accept(TokenKind.EQ);
            boolean alone = tokens.at(TokenKind.COMMA) || tokens.at(TokenKind.RP);
            options.add(name + "=" + (alone ? "true" : value()));
        } while (tokens.accept(TokenKind.COMMA));
        tokens.expect(TokenKind.RP);
        return options;
    }

    /** The names of options may be keywords: NULL, ESCAPE. */
    private String word() {
        Token token = tokens.token();
        String text = tokens.text(token);
        if (text.isEmpty() || !Character.isLetter(text.charAt(0))) {
            throw tokens.unexpected();
        }
        tokens.take();
        return text;
    }

    private String value() {
        int start = tokens.token().start();
        if (tokens.at(TokenKind.STRING)) {
            return tokens.text(tokens.take());
        }
        tokens.accept(TokenKind.MINUS);
        String text = tokens.text(tokens.token());
        if (text.isEmpty() || !Character.isLetterOrDigit(text.charAt(0))) {
            throw tokens.unexpected();
        }
        tokens.take();
        return tokens.text(tokens.since(start));
    }
}
