package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.SharedLiterals;
import org.sqlvm.engine.sql.tree.SharedRows;
import org.sqlvm.engine.sql.tree.Span;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The tokens of a statement as its parsers take them: the current one, any number ahead, and the
 * words of a syntax error.
 */
final class Tokens {
    private final String sql;
    private final SyntaxLimits limits;
    private final Lexer lexer;
    /** The statement's shape, if it is parsed for all texts of its shape; else null. */
    private final StatementShape shape;

    /** Their numbers by where they begin. */
    private final Map<Integer, Integer> sharedNumbers;

    private final SharedLiterals literals;
    /** The numbers of the literals that are not of the shape and have been taken. */
    private final BitSet shared = new BitSet();

    private final List<Token> ahead = new ArrayList<>();
    private int end;
    private SqlException later;
    private SqlException atEnd;

    Tokens(String sql, int start, SyntaxLimits limits) {
        this(sql, start, limits, null, null);
    }

    Tokens(
            String sql,
            int start,
            SyntaxLimits limits,
            StatementShape shape,
            SharedLiterals literals) {
        this.sql = sql;
        this.shape = shape;
        this.sharedNumbers = shape == null ? Map.of() : shape.numbers();
        this.literals = literals;
        this.limits = limits;
        this.lexer = new Lexer(sql, start);
        this.end = start;
    }

    /** Reports an error unless the next token is a syntax error. */
    void reportLater(SqlException error) {
        later = later == null ? error : later;
    }

    /** Reports an error unless there is a syntax error up to the statement's end. */
    void reportAtEnd(SqlException error) {
        atEnd = atEnd == null ? error : atEnd;
    }

    /** Takes the semicolon or the end of the text that a statement ends with. */
    Token end() {
        Token end = expect(TokenKind.SEMI);
        if (atEnd != null) {
            throw atEnd;
        }
        return end;
    }

    String sql() {
        return sql;
    }

    SyntaxLimits limits() {
        return limits;
    }

    /** Returns the current token. */
    Token token() {
        return peek(0);
    }

    /**
     * Takes a literal that is not of the statement's shape, with its sign; null for another one.
     */
    Expression.SharedLiteral sharedLiteral() {
        Token first = token();
        int number = sharedNumbers.getOrDefault(first.start(), 0);
        if (number == 0 || peek(1).is(TokenKind.DOT)) {
            return null; // 'table'.column has a text for a name.
        }
        if (first.is(TokenKind.MINUS)) {
            take();
        }
        take();
        shared.set(number);
        return new Expression.SharedLiteral(
                number, shape.value(number), literals, since(first.start()));
    }

    /**
     * Takes the literals of a list, up to its parenthesis, if they are not of the statement's
     * shape; null if they are.
     */
    List<Expression> sharedList() {
        int start = token().start();
        StatementShape.ListOfLiterals list = shape == null ? null : shape.listAt(start);
        if (list == null) {
            return null;
        }
        goTo(list.end(), TokenKind.INTEGER);
        List<Expression> elements = new ArrayList<>(list.length());
        for (int i = 0; i < list.length(); i++) {
            int number = list.first() + i;
            shared.set(number);
            elements.add(new Expression.SharedLiteral(
                    number, shape.value(number), literals, since(start)));
        }
        return elements;
    }

    /** Skips to {@code index}; the last token before it was of kind {@code last}. */
    private void goTo(int index, TokenKind last) {
        lexer.goTo(index, last);
        ahead.clear();
        end = index;
    }

    /**
     * Takes the rows behind VALUES if the shape leaves them out; returns null if there are no such
     * rows.
     */
    SharedRows sharedRows() {
        if (shape == null || shape.rows().width() == 0 || shape.rows().start() != end) {
            return null;
        }
        StatementShape.Rows rows = shape.rows();
        goTo(rows.end(), TokenKind.RP);
        return new SharedRows(shape.singleCount() + 1, rows.width(), rows.values(), literals);
    }

    /** Whether all literals that the shape leaves out were taken as shared ones. */
    boolean sharesAll() {
        return shared.cardinality() == shape.singleCount();
    }

    /** Returns the token {@code distance} after the current one. */
    Token peek(int distance) {
        while (ahead.size() <= distance) {
            ahead.add(lexer.next());
        }
        return ahead.get(distance);
    }

    boolean at(TokenKind kind) {
        return token().kind() == kind;
    }

    boolean at(TokenKind first, TokenKind second) {
        return at(first) && peek(1).kind() == second;
    }

    /** Takes the current token. */
    Token take() {
        if (later != null) {
            throw later;
        }
        Token token = token();
        ahead.remove(0);
        end = token.end();
        return token;
    }

    /** Takes the current token if it is {@code kind}. */
    boolean accept(TokenKind kind) {
        if (at(kind)) {
            take();
            return true;
        }
        return false;
    }

    Token expect(TokenKind kind) {
        if (!at(kind)) {
            throw unexpected();
        }
        return take();
    }

    /** The text of a token. */
    String text(Token token) {
        return sql.substring(token.start(), token.end());
    }

    String text(Span span) {
        return span.of(sql);
    }

    /** Whether the current token is the word {@code word}, in any case. */
    boolean atWord(String word) {
        return text(token()).equalsIgnoreCase(word);
    }

    /** From {@code start} to the end of the token taken last. */
    Span since(int start) {
        return new Span(start, Math.max(start, end));
    }

    /** Returns the syntax error at the current token. */
    SqlException unexpected() {
        return unexpected(token());
    }

    SqlException unexpected(Token token) {
        if (token.start() == token.end()) {
            return SqlException.error("incomplete input", token.start());
        }
        return SqlException.error("near \"" + text(token) + "\": syntax error", token.start());
    }

    /** nm: an identifier, a join keyword or a string. */
    Name name() {
        if (!token().isName()) {
            throw unexpected();
        }
        return toName(take());
    }

    /** ids: an identifier or a string; for aliases without AS. */
    boolean atAlias() {
        return token().isIdentifier() || at(TokenKind.STRING);
    }

    /** {@code [AS] alias}, or null. */
    Name alias() {
        if (accept(TokenKind.AS)) {
            return name();
        }
        return atAlias() ? toName(take()) : null;
    }

    /** {@code [schema.]name}. */
    QualifiedName qualifiedName() {
        int start = token().start();
        Name first = name();
        if (accept(TokenKind.DOT)) {
            return new QualifiedName(first, name(), since(start));
        }
        return new QualifiedName(null, first, since(start));
    }

    /** Parses {@code (a, b, …)}; the current token is the parenthesis. */
    List<Name> names() {
        expect(TokenKind.LP);
        List<Name> names = new ArrayList<>();
        do {
            names.add(name());
        } while (accept(TokenKind.COMMA));
        expect(TokenKind.RP);
        return names;
    }

    Name toName(Token token) {
        String text = text(token);
        Name.Quote quote = switch (text.charAt(0)) {
            case '"' -> Name.Quote.DOUBLE;
            case '\'' -> Name.Quote.SINGLE;
            case '[' -> Name.Quote.BRACKET;
            case '`' -> Name.Quote.BACKTICK;
            default -> Name.Quote.NONE;
        };
        return new Name(quote == Name.Quote.NONE ? text : unquote(text), quote, token.span());
    }

    /** The bytes of {@code x'00ff'}. */
    static byte[] bytes(String literal) {
        return HexFormat.of().parseHex(literal, 2, literal.length() - 1);
    }

    /** Without quotes, and with doubled quotes undone. */
    static String unquote(String text) {
        char quote = text.charAt(0);
        String inner = text.substring(1, text.length() - 1);
        if (quote == '[') {
            return inner;
        }
        String one = String.valueOf(quote);
        return inner.replace(one + one, one);
    }

    /** Returns the current keyword in upper case. */
    String keyword() {
        return text(token()).toUpperCase(Locale.ROOT);
    }
}
