package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.SharedLiterals;
import org.sqlvm.engine.sql.tree.Statement;

/**
 * SQL text to syntax trees. Errors are {@link SqlException}s in SQLite's words, with their
 * position.
 */
public final class Parser {
    private Parser() {}

    /**
     * Parses the statement that begins at {@code start}; the text behind its semicolon is not read.
     */
    public static Parsed parse(String sql, int start) {
        return parse(sql, start, SyntaxLimits.MOST);
    }

    /** As {@link #parse(String, int)}, for a connection whose limits have been lowered. */
    public static Parsed parse(String sql, int start, SyntaxLimits limits) {
        return parse(new Tokens(sql, start, limits));
    }

    /**
     * Parses a statement for all texts of its shape.
     *
     * @param literals notes the uses of literals that may differ between those texts
     */
    public static Parsed parse(String sql, StatementShape shape, SharedLiterals literals) {
        Tokens tokens = new Tokens(sql, 0, SyntaxLimits.MOST, shape, literals);
        Parsed parsed = parse(tokens);
        literals.follow(parsed.parameters().size());
        if (!tokens.sharesAll()) {
            literals.ask(); // Something that looks like a value is none.
        }
        return parsed;
    }

    private static Parsed parse(Tokens tokens) {
        ParameterNames parameters = new ParameterNames();
        while (tokens.at(TokenKind.SEMI)
                && tokens.token().end() > tokens.token().start()) {
            tokens.take();
        }
        if (tokens.token().start() == tokens.token().end()) {
            return new Parsed(null, tokens.sql().length(), parameters.names());
        }
        Statement statement = new StatementParser(tokens, parameters).statement();
        Token end = tokens.end();
        return new Parsed(statement, end.end(), parameters.names());
    }

    /** Parses a lone expression, as a column's DEFAULT or an index's WHERE. */
    public static Expression parseExpression(String text) {
        Tokens tokens = new Tokens(text, 0, SyntaxLimits.MOST);
        Expression expression =
                new StatementParser(tokens, new ParameterNames()).expressions().expression();
        tokens.end();
        return expression;
    }

    /** Parses a CREATE statement as sqlite_schema stores it. */
    public static Statement parseSchemaSql(String sql) {
        Statement statement = parse(sql, 0, SyntaxLimits.STORED).statement();
        if (statement == null) {
            throw SqlException.error("incomplete input", 0);
        }
        return statement;
    }
}
