package org.sqlvm.api.text;

import org.jspecify.annotations.Nullable;
import org.sqlvm.api.JavaValues;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.Lexer;
import org.sqlvm.engine.sql.Token;
import org.sqlvm.engine.sql.TokenKind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** SQL as text: its pieces, its statements, and how names and values are written in it. */
public final class SqlText {
    /** All keywords, in capitals and in the order of the alphabet. */
    public static final List<String> KEYWORDS = Arrays.stream(TokenKind.values())
            .flatMap(kind -> kind.words().stream())
            .sorted()
            .toList();

    private SqlText() {}

    /**
     * Returns all pieces of a text, white space and comments among them. A NUL ends the text. No
     * text is refused: what is no token is {@link SqlToken.Kind#ILLEGAL}.
     */
    public static List<SqlToken> tokens(String sql) {
        List<SqlToken> tokens = new ArrayList<>();
        Lexer lexer = new Lexer(sql, 0);
        for (Token piece = lexer.piece(); piece != null; piece = lexer.piece()) {
            tokens.add(new SqlToken(kind(piece.kind()), piece.start(), piece.end()));
        }
        return tokens;
    }

    private static SqlToken.Kind kind(TokenKind kind) {
        return switch (kind) {
            case SEMI -> SqlToken.Kind.SEMICOLON;
            case SPACE -> SqlToken.Kind.SPACE;
            case COMMENT -> SqlToken.Kind.COMMENT;
            case ILLEGAL -> SqlToken.Kind.ILLEGAL;
            case ID -> SqlToken.Kind.NAME;
            case STRING -> SqlToken.Kind.STRING;
            case BLOB -> SqlToken.Kind.BLOB;
            case INTEGER, FLOAT, QNUMBER -> SqlToken.Kind.NUMBER;
            case VARIABLE -> SqlToken.Kind.PARAMETER;
            default -> kind.words().isEmpty() ? SqlToken.Kind.OPERATOR : SqlToken.Kind.KEYWORD;
        };
    }

    /**
     * Whether a text ends with a complete statement, so that a shell need not ask for another line:
     * sqlite3_complete (sqlite.org/c3ref/complete.html).
     */
    public static boolean isComplete(String sql) {
        StatementProgress progress = new StatementProgress();
        progress.add(sql);
        return progress.isComplete();
    }

    /**
     * Returns the statements of a script, without the semicolons that end them. The body of a
     * trigger is a part of its statement. Empty statements are left out.
     */
    public static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StatementProgress progress = new StatementProgress();
        int begin = 0;
        int at = 0;
        while (at < script.length()) {
            int start = at;
            at = progress.token(script, at, script.length());
            if (script.charAt(start) == ';' && progress.isComplete()) {
                statements.add(script.substring(begin, start));
                begin = at;
            }
        }
        statements.add(script.substring(begin));
        return statements.stream()
                .filter(statement -> StatementKind.of(statement) != StatementKind.EMPTY)
                .map(String::strip)
                .toList();
    }

    /** Returns what stands behind the first such keyword, without blanks; null if it has none. */
    public static @Nullable String behind(String sql, String keyword) {
        for (SqlToken token : tokens(sql)) {
            if (token.kind() == SqlToken.Kind.KEYWORD && token.isWord(sql, keyword)) {
                return sql.substring(token.end()).strip();
            }
        }
        return null;
    }

    /** Whether a text has such a keyword, outside of strings, quoted names and comments. */
    public static boolean hasKeyword(String sql, String keyword) {
        return behind(sql, keyword) != null;
    }

    /** Returns a name in double quotes, which SQL understands whatever the name is. */
    public static String quoted(String name) {
        return Identifiers.quoted(name);
    }

    /**
     * Returns the name of a column in brackets, for where an expression stands: there SQLite takes
     * a name in double quotes that no column has for a text.
     */
    public static String quotedColumn(String name) {
        return name.indexOf(']') < 0 ? "[" + name + "]" : "`" + name.replace("`", "``") + "`";
    }

    /** Returns the name that a word of SQL means: without its quotes, if it has any. */
    public static String unquoted(String word) {
        return Identifiers.unquoted(word);
    }

    /**
     * Returns a name as it is if it is a plain word of ASCII and no keyword, and else in double
     * quotes, as {@code sqlite3} writes it.
     */
    public static String quotedIfNeeded(String name) {
        return Identifiers.quotedIfNeeded(name);
    }

    /**
     * Returns a value as a literal that means the same value: {@code 'it''s'}, {@code x'00ff'}.
     *
     * @param value a Long, a Double, a String, a {@code byte[]} or null; NaN is NULL
     */
    public static String literal(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case String text -> Identifiers.literal(text);
            case byte[] bytes -> "x'" + HexFormat.of().formatHex(bytes) + "'";
            case Double real when real.isNaN() -> "NULL";
            case Double real when real.isInfinite() -> real < 0 ? "-9e999" : "9e999";
            default -> Objects.requireNonNull(JavaValues.toText(value)); // As it is not NULL.
        };
    }
}
