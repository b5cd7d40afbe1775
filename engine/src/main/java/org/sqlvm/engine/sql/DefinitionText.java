package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Name;

import java.util.ArrayList;
import java.util.List;

/**
 * The text of a CREATE TABLE statement as ALTER TABLE edits it: token by token, so that all other
 * text stays as the user wrote it. Blanks go where SQLite puts them.
 */
public final class DefinitionText {
    private final String sql;
    /**
     * The tokens behind the first parenthesis, up to its closing one; nested parentheses are one
     * token.
     */
    private final List<Token> parts = new ArrayList<>();

    /** @param sql a CREATE TABLE statement with a list of columns */
    public DefinitionText(String sql) {
        this.sql = sql;
        Lexer lexer = new Lexer(sql, 0);
        Token token = lexer.next();
        while (!token.is(TokenKind.LP)) {
            assert !token.is(TokenKind.END_OF_INPUT) : sql;
            token = lexer.next();
        }
        do {
            token = lexer.next();
            if (token.is(TokenKind.LP)) {
                token = group(lexer, token);
            }
            parts.add(token);
        } while (!token.is(TokenKind.RP) && !token.is(TokenKind.END_OF_INPUT));
    }

    private static Token group(Lexer lexer, Token first) {
        Token token = first;
        for (int depth = 1; depth > 0 && !token.is(TokenKind.END_OF_INPUT); ) {
            token = lexer.next();
            depth += token.is(TokenKind.LP) ? 1 : token.is(TokenKind.RP) ? -1 : 0;
        }
        return new Token(TokenKind.LP, first.start(), token.end());
    }

    /** Where the list of columns ends: at the comma before the first constraint, or its end. */
    private int columnsEnd() {
        for (int i = 0; i + 1 < parts.size(); i++) {
            boolean constraint = switch (parts.get(i + 1).kind()) {
                case CONSTRAINT, PRIMARY, UNIQUE, CHECK, FOREIGN -> true;
                default -> false;
            };
            if (parts.get(i).is(TokenKind.COMMA) && constraint) {
                return parts.get(i).start();
            }
        }
        return parts.getLast().start();
    }

    /** The statement with one more column. */
    public String withColumn(String definition) {
        int end = columnsEnd();
        return sql.substring(0, end) + ", " + definition + sql.substring(end);
    }

    /** The statement without column {@code column}, which is not the only one. */
    public String withoutColumn(int column) {
        int first = columnStart(column);
        if (columnsEnd() > next(first, TokenKind.COMMA)) {
            int following = parts.get(indexOf(next(first, TokenKind.COMMA)) + 1).start();
            return sql.substring(0, first) + sql.substring(following);
        }
        int comma = parts.get(indexOf(first) - 1).start();
        return sql.substring(0, comma) + sql.substring(columnsEnd());
    }

    /** Where the definition of a column begins. */
    private int columnStart(int column) {
        int place = 0;
        for (int i = 0; i < column; i++) {
            while (!parts.get(place).is(TokenKind.COMMA)) {
                place++;
            }
            place++;
        }
        return parts.get(place).start();
    }

    /** Where the next token of a kind begins behind {@code start}; the end of all without one. */
    private int next(int start, TokenKind kind) {
        for (int i = indexOf(start); i < parts.size(); i++) {
            if (parts.get(i).is(kind)) {
                return parts.get(i).start();
            }
        }
        return parts.getLast().start();
    }

    private int indexOf(int start) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).start() == start) {
                return i;
            }
        }
        throw new AssertionError(start + " in " + sql);
    }

    /** The statement with a constraint behind the definition of column {@code column}. */
    public String withColumnConstraint(int column, String constraint) {
        int start = columnStart(column);
        int end = Math.min(next(start, TokenKind.COMMA), parts.getLast().start());
        return sql.substring(0, end) + " " + constraint + sql.substring(end);
    }

    /** The statement with a constraint behind all others. */
    public String withTableConstraint(String constraint) {
        int end = parts.getLast().start();
        return sql.substring(0, end) + ", " + constraint + sql.substring(end);
    }

    /** Whether a constraint has this name, in any case. */
    public boolean hasConstraint(String name) {
        for (int i = 0; i + 1 < parts.size(); i++) {
            if (parts.get(i).is(TokenKind.CONSTRAINT) && isNamed(parts.get(i + 1), name)) {
                return true;
            }
        }
        return false;
    }

    private boolean isNamed(Token token, String name) {
        String text = sql.substring(token.start(), token.end());
        boolean quoted = "\"'`[".indexOf(text.charAt(0)) >= 0;
        return Name.same(quoted ? Tokens.unquote(text) : text, name);
    }

    /**
     * The statement without the constraint called {@code name}: a CHECK, a NOT NULL or a foreign
     * key.
     */
    public String withoutConstraint(String name) {
        for (int i = 0; i + 1 < parts.size(); i++) {
            if (parts.get(i).is(TokenKind.CONSTRAINT) && isNamed(parts.get(i + 1), name)) {
                if (!mayGo(i + 2)) {
                    throw SqlException.error("constraint may not be dropped: " + name);
                }
                return without(i, constraintEnd(i + 2));
            }
        }
        throw SqlException.error("no such constraint: " + name);
    }

    /** The statement without NOT NULL of column {@code column}; itself if there is none. */
    public String withoutNotNull(int column) {
        int i = indexOf(columnStart(column));
        while (!parts.get(i).is(TokenKind.COMMA) && !parts.get(i).is(TokenKind.RP)) {
            if (parts.get(i).is(TokenKind.NOT)) {
                return without(i, constraintEnd(i));
            }
            if (parts.get(i).is(TokenKind.CONSTRAINT)) {
                if (parts.get(i + 2).is(TokenKind.NOT)) {
                    return without(i, constraintEnd(i + 2));
                }
                i = Math.max(i + 2, constraintEnd(i + 2));
                continue;
            }
            i++;
        }
        return sql;
    }

    /** A name alone, without a constraint behind it, may go, too. */
    private boolean mayGo(int place) {
        return isNameAlone(place)
                || parts.get(place).is(TokenKind.NOT)
                || parts.get(place).is(TokenKind.CHECK)
                || parts.get(place).is(TokenKind.FOREIGN)
                || parts.get(place).is(TokenKind.REFERENCES);
    }

    private boolean isNameAlone(int place) {
        return switch (parts.get(place).kind()) {
            case CONSTRAINT, DEFAULT, COLLATE, COMMA, RP, GENERATED, AS -> true;
            default -> false;
        };
    }

    /** Returns the index behind the constraint whose first word is at {@code place}. */
    private int constraintEnd(int place) {
        if (isNameAlone(place)) {
            return place;
        }
        boolean foreign = parts.get(place).is(TokenKind.FOREIGN);
        for (int i = place + 1; ; i++) {
            if (foreign && parts.get(i).is(TokenKind.REFERENCES)) {
                continue;
            }
            switch (parts.get(i).kind()) {
                case CONSTRAINT,
                        PRIMARY,
                        NOT,
                        UNIQUE,
                        CHECK,
                        DEFAULT,
                        COLLATE,
                        REFERENCES,
                        FOREIGN,
                        RP,
                        COMMA,
                        AS,
                        GENERATED,
                        END_OF_INPUT -> {
                    return i;
                }
                default -> {}
            }
        }
    }

    private String without(int from, int to) {
        int start = from == 0 ? parts.getFirst().start() : parts.get(from - 1).end();
        Token next = parts.get(to);
        if (next.is(TokenKind.RP) || next.is(TokenKind.COMMA)) {
            start -= sql.charAt(start - 1) == ',' ? 1 : 0;
            return sql.substring(0, start) + sql.substring(next.start());
        }
        return sql.substring(0, start) + " " + sql.substring(next.start());
    }

    /** Where the token behind {@code position} begins; {@code skipped} tokens are left out. */
    public static int tokenStart(String sql, int position, int skipped) {
        Lexer lexer = new Lexer(sql, position);
        for (int i = 0; i < skipped; i++) {
            lexer.next();
        }
        return lexer.next().start();
    }
}
