package org.sqlvm.engine.sql;

import java.util.Arrays;
import java.util.List;

/**
 * The kinds of tokens. A keyword that {@link #fallsBack} is an identifier wherever the grammar has
 * no use for the keyword; any other keyword is never one.
 */
public enum TokenKind {
    // Tokens that are no keywords.
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

    // Pieces of a text that no parser sees: only Lexer.piece gives them.
    SPACE,
    COMMENT,
    ILLEGAL,

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

    private static final int BUCKET_COUNT = 512;

    /** The bit that small letters have and capitals have not. */
    private static final int SMALL = 0x20;

    private static final int CAPITALS = ~SMALL;

    /** A keyword as it is written, in capitals. */
    private record Keyword(String word, TokenKind kind) {}

    private static final Keyword[][] BUCKETS = new Keyword[BUCKET_COUNT][];

    static {
        for (TokenKind kind : values()) {
            for (String word : kind.words) {
                int bucket = bucket(word, 0, word.length());
                Keyword[] others = BUCKETS[bucket];
                int count = others == null ? 0 : others.length;
                BUCKETS[bucket] = count == 0 ? new Keyword[1] : Arrays.copyOf(others, count + 1);
                BUCKETS[bucket][count] = new Keyword(word, kind);
            }
        }
    }

    private final boolean fallsBack;
    private final String[] words;

    /** A token that is no keyword. */
    TokenKind() {
        this.fallsBack = false;
        this.words = new String[0];
    }

    /** A keyword, or several that the grammar treats alike. */
    TokenKind(boolean fallsBack, String... words) {
        this.fallsBack = fallsBack;
        this.words = words.length == 0 ? new String[] {name()} : words;
    }

    /** The words that are keywords of this kind, in capitals; none for what is not a keyword. */
    public List<String> words() {
        return List.of(words);
    }

    /** Whether the keyword may be an identifier. */
    boolean fallsBack() {
        return fallsBack;
    }

    /** The keyword that {@code word} is, or {@link #ID}. */
    public static TokenKind ofWord(String word) {
        return ofWord(word, 0, word.length());
    }

    /**
     * The keyword from {@code start} to {@code end}, in small letters or capitals; {@link #ID} if
     * that is none. Nothing is allocated: each statement that is prepared has its words looked up.
     */
    public static TokenKind ofWord(String sql, int start, int end) {
        if (end - start < 2 || end - start > LONGEST_KEYWORD) {
            return ID;
        }
        Keyword[] candidates = BUCKETS[bucket(sql, start, end)];
        if (candidates != null) {
            for (Keyword candidate : candidates) {
                if (isWord(candidate.word, sql, start, end)) {
                    return candidate.kind;
                }
            }
        }
        return ID;
    }

    /** Equal for words that differ in capitals alone. */
    private static int bucket(String sql, int start, int end) {
        int first = sql.charAt(start) & CAPITALS;
        int second = sql.charAt(start + 1) & CAPITALS;
        int last = sql.charAt(end - 1) & CAPITALS;
        return (first * 29 + second * 5 + last * 67 + (end - start)) & (BUCKET_COUNT - 1);
    }

    private static boolean isWord(String word, String sql, int start, int end) {
        int length = word.length();
        if (length != end - start) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = sql.charAt(start + i);
            char capital = word.charAt(i);
            // The underscore is no letter: a character that differs from it by that bit is no part
            // of a word.
            if (c != capital && c != (capital | SMALL)) {
                return false;
            }
        }
        return true;
    }
}
