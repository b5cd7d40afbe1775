package org.sqlvm.api.text;

import org.sqlvm.engine.sql.Lexer;
import org.sqlvm.engine.sql.Token;
import org.sqlvm.engine.sql.TokenKind;

/**
 * The kind of a statement, by its first words. The statement is not compiled: an invalid text has
 * the kind of the statement that it begins like.
 */
public enum StatementKind {
    /** Nothing but white space, comments and semicolons. */
    EMPTY,
    /** SELECT or VALUES. */
    QUERY,
    /** INSERT or REPLACE. */
    INSERT,
    UPDATE,
    DELETE,
    BEGIN,
    /** COMMIT or END. */
    COMMIT,
    /** ROLLBACK, to a savepoint, too. */
    ROLLBACK,
    SAVEPOINT,
    RELEASE,
    CREATE,
    ALTER,
    DROP,
    ANALYZE,
    REINDEX,
    VACUUM,
    ATTACH,
    DETACH,
    PRAGMA,
    /** EXPLAIN of any statement: its program. */
    EXPLAIN,
    /** EXPLAIN QUERY PLAN of any statement. */
    EXPLAIN_QUERY_PLAN,
    /** Anything else, such as statements that SQLite does not have. */
    OTHER;

    /**
     * Returns the kind of the first statement of a text. WITH is seen through; comments and empty
     * statements before it are left out.
     */
    public static StatementKind of(String sql) {
        Lexer lexer = new Lexer(sql, 0);
        Token first = next(lexer);
        while (first != null && first.is(TokenKind.SEMI)) {
            first = next(lexer);
        }
        if (first == null) {
            return EMPTY;
        }
        return switch (first.kind()) {
            case WITH -> behindWith(lexer);
            case EXPLAIN -> {
                Token second = next(lexer);
                boolean isPlan = second != null && second.is(TokenKind.QUERY);
                yield isPlan ? EXPLAIN_QUERY_PLAN : EXPLAIN;
            }
            default -> beginningWith(first.kind());
        };
    }

    /**
     * Returns the kind of statements that begin with a word, in any case of its letters; OTHER for
     * WITH and EXPLAIN, behind which more words must be known.
     */
    public static StatementKind ofWord(String word) {
        return beginningWith(TokenKind.ofWord(word));
    }

    private static StatementKind beginningWith(TokenKind word) {
        return switch (word) {
            case SELECT, VALUES -> QUERY;
            case INSERT, REPLACE -> INSERT;
            case UPDATE -> UPDATE;
            case DELETE -> DELETE;
            case BEGIN -> BEGIN;
            case COMMIT, END -> COMMIT;
            case ROLLBACK -> ROLLBACK;
            case SAVEPOINT -> SAVEPOINT;
            case RELEASE -> RELEASE;
            case CREATE -> CREATE;
            case ALTER -> ALTER;
            case DROP -> DROP;
            case ANALYZE -> ANALYZE;
            case REINDEX -> REINDEX;
            case VACUUM -> VACUUM;
            case ATTACH -> ATTACH;
            case DETACH -> DETACH;
            case PRAGMA -> PRAGMA;
            default -> OTHER;
        };
    }

    /** The statement begins behind the parenthesis of the last table expression. */
    private static StatementKind behindWith(Lexer lexer) {
        int depth = 0;
        boolean closed = false;
        for (Token token = next(lexer); token != null; token = next(lexer)) {
            boolean goesOn = token.is(TokenKind.AS) || token.is(TokenKind.COMMA);
            if (closed && !goesOn) {
                return beginningWith(token.kind());
            }
            depth += token.is(TokenKind.LP) ? 1 : token.is(TokenKind.RP) ? -1 : 0;
            closed = depth == 0 && token.is(TokenKind.RP);
        }
        return OTHER;
    }

    private static Token next(Lexer lexer) {
        Token token = lexer.piece();
        while (token != null && (token.is(TokenKind.SPACE) || token.is(TokenKind.COMMENT))) {
            token = lexer.piece();
        }
        return token;
    }

    /** Whether it inserts, updates or deletes rows. */
    public boolean changesRows() {
        return this == INSERT || this == UPDATE || this == DELETE;
    }

    /**
     * Whether it concerns the connection or a whole file, and not the rows of a transaction, in
     * which it may not even run: ATTACH, DETACH, PRAGMA, VACUUM.
     */
    public boolean isSetting() {
        return this == ATTACH || this == DETACH || this == PRAGMA || this == VACUUM;
    }
}
