package org.sqlvm.engine.sql;

import java.util.HashMap;
import java.util.Map;

/**
 * The kinds of tokens. A keyword that {@link #fallsBack} is an identifier wherever the grammar has
 * no use for the keyword; any other keyword is never one.
 */
enum TokenKind {
    // What is not a keyword.
    SEMI,
    END_OF_INPUT,
    LP,
    RP,
    COMMA,
    DOT,
    STAR,
    PLUS,
    MINUS,
    SLASH,
    REM,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    LSHIFT,
    RSHIFT,
    BITAND,
    BITOR,
    BITNOT,
    CONCAT,
    /** {@code ->} and {@code ->>}. */
    PTR,
    ID,
    STRING,
    BLOB,
    INTEGER,
    FLOAT,
    /** A number with digit separators. */
    QNUMBER,
    VARIABLE,

    // Keywords that are nothing else.
    ADD(false),
    ALL(false),
    ALTER(false),
    AND(false),
    AS(false),
    AUTOINCREMENT(false),
    BETWEEN(false),
    CASE(false),
    CHECK(false),
    COLLATE(false),
    COMMIT(false),
    CONSTRAINT(false),
    CREATE(false),
    DEFAULT(false),
    DEFERRABLE(false),
    DELETE(false),
    DISTINCT(false),
    DROP(false),
    ELSE(false),
    ESCAPE(false),
    EXCEPT(false),
    EXISTS(false),
    FILTER(false),
    FOREIGN(false),
    FROM(false),
    GROUP(false),
    HAVING(false),
    IN(false),
    INDEX(false),
    INDEXED(false),
    INSERT(false),
    INTERSECT(false),
    INTO(false),
    IS(false),
    ISNULL(false),
    JOIN(false),
    /** CROSS, FULL, INNER, LEFT, NATURAL, OUTER, RIGHT. */
    JOIN_KW(false, "CROSS", "FULL", "INNER", "LEFT", "NATURAL", "OUTER", "RIGHT"),
    LIMIT(false),
    NOT(false),
    NOTHING(false),
    NOTNULL(false),
    NULL(false),
    ON(false),
    OR(false),
    ORDER(false),
    OVER(false),
    PRIMARY(false),
    REFERENCES(false),
    RETURNING(false),
    SELECT(false),
    SET(false),
    TABLE(false),
    THEN(false),
    TO(false),
    TRANSACTION(false),
    UNION(false),
    UNIQUE(false),
    UPDATE(false),
    USING(false),
    VALUES(false),
    WHEN(false),
    WHERE(false),
    WINDOW(false),

    // Keywords that may be identifiers.
    ABORT(true),
    ACTION(true),
    AFTER(true),
    ALWAYS(true),
    ANALYZE(true),
    ASC(true),
    ATTACH(true),
    BEFORE(true),
    BEGIN(true),
    BY(true),
    CASCADE(true),
    CAST(true),
    COLUMN(true),
    CONFLICT(true),
    /** CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP. */
    CTIME_KW(true, "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"),
    CURRENT(true),
    DATABASE(true),
    DEFERRED(true),
    DESC(true),
    DETACH(true),
    DO(true),
    EACH(true),
    END(true),
    EXCLUDE(true),
    EXCLUSIVE(true),
    EXPLAIN(true),
    FAIL(true),
    FIRST(true),
    FOLLOWING(true),
    FOR(true),
    GENERATED(true),
    GROUPS(true),
    IF(true),
    IGNORE(true),
    IMMEDIATE(true),
    INITIALLY(true),
    INSTEAD(true),
    KEY(true),
    LAST(true),
    /** GLOB, LIKE, REGEXP. */
    LIKE_KW(true, "GLOB", "LIKE", "REGEXP"),
    MATCH(true),
    MATERIALIZED(true),
    NO(true),
    NULLS(true),
    OF(true),
    OFFSET(true),
    OTHERS(true),
    PARTITION(true),
    PLAN(true),
    PRAGMA(true),
    PRECEDING(true),
    QUERY(true),
    RAISE(true),
    RANGE(true),
    RECURSIVE(true),
    REINDEX(true),
    RELEASE(true),
    RENAME(true),
    REPLACE(true),
    RESTRICT(true),
    ROLLBACK(true),
    ROW(true),
    ROWS(true),
    SAVEPOINT(true),
    TEMP(true, "TEMP", "TEMPORARY"),
    TIES(true),
    TRIGGER(true),
    UNBOUNDED(true),
    VACUUM(true),
    VIEW(true),
    VIRTUAL(true),
    WITH(true),
    WITHOUT(true);

    /** CURRENT_TIMESTAMP. */
    private static final int LONGEST_KEYWORD = 17;

    private static final Map<String, TokenKind> KEYWORDS = new HashMap<>();

    static {
        for (TokenKind kind : values()) {
            for (String word : kind.words) {
                KEYWORDS.put(word, kind);
            }
        }
    }

    private final boolean fallsBack;
    private final String[] words;

    /** What is not a keyword. */
    TokenKind() {
        this.fallsBack = false;
        this.words = new String[0];
    }

    /** A keyword, or several that the grammar does not tell apart. */
    TokenKind(boolean fallsBack, String... words) {
        this.fallsBack = fallsBack;
        this.words = words.length == 0 ? new String[] {name()} : words;
    }

    /** Whether the keyword may be an identifier. */
    boolean fallsBack() {
        return fallsBack;
    }

    /** The keyword that {@code word} is, or {@link #ID}. */
    static TokenKind ofWord(String word) {
        if (word.length() < 2 || word.length() > LONGEST_KEYWORD) {
            return ID;
        }
        return KEYWORDS.getOrDefault(Identifiers.upper(word), ID);
    }
}
