package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.error.SqlException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Splits a query into its tokens; it ends at its first 0 byte. */
final class QueryLexer {
    private static final byte[] NONE = {};
    private static final int SUBSTITUTE = 0x1A;

    private final byte[] text;
    private int position;

    QueryLexer(byte[] text) {
        this.text = text;
    }

    private int at(int index) {
        return index < text.length ? text[index] : 0;
    }

    /**
     * Reads a token.
     *
     * @throws SqlException if there is none of the language
     */
    QueryToken next() {
        while (at(position) == ' '
                || at(position) == '\t'
                || at(position) == '\n'
                || at(position) == '\r') {
            position++;
        }
        int first = at(position);
        if (first == 0) {
            return new QueryToken(QueryToken.Kind.END, NONE);
        }
        QueryToken.Kind single = single(first);
        if (single != null) {
            return take(single, position + 1);
        }
        if (first == '"') {
            return take(QueryToken.Kind.STRING, quoteEnd());
        }
        if (!isBareword(first)) {
            throw QueryParser.syntaxError(String.valueOf((char) first));
        }
        int end = position + 1;
        while (isBareword(at(end))) {
            end++;
        }
        String word = new String(text, position, end - position, StandardCharsets.ISO_8859_1);
        return switch (word) {
            case "OR" -> take(QueryToken.Kind.OR, end);
            case "AND" -> take(QueryToken.Kind.AND, end);
            case "NOT" -> take(QueryToken.Kind.NOT, end);
            default -> take(QueryToken.Kind.STRING, end);
        };
    }

    private QueryToken take(QueryToken.Kind kind, int end) {
        QueryToken token = new QueryToken(kind, Arrays.copyOfRange(text, position, end));
        position = end;
        return token;
    }

    private static QueryToken.Kind single(int first) {
        return switch (first) {
            case '(' -> QueryToken.Kind.LEFT_PARENTHESIS;
            case ')' -> QueryToken.Kind.RIGHT_PARENTHESIS;
            case '{' -> QueryToken.Kind.LEFT_BRACE;
            case '}' -> QueryToken.Kind.RIGHT_BRACE;
            case ':' -> QueryToken.Kind.COLON;
            case ',' -> QueryToken.Kind.COMMA;
            case '+' -> QueryToken.Kind.PLUS;
            case '*' -> QueryToken.Kind.STAR;
            case '-' -> QueryToken.Kind.MINUS;
            case '^' -> QueryToken.Kind.CARET;
            default -> null;
        };
    }

    private int quoteEnd() {
        int end = position + 1;
        while (true) {
            if (at(end) == '"') {
                end++;
                if (at(end) != '"') {
                    return end;
                }
            }
            if (at(end) == 0) {
                throw SqlException.error("unterminated string");
            }
            end++;
        }
    }

    /** Whether a byte belongs to a word without quotes. */
    static boolean isBareword(int b) {
        return b < 0
                || (b >= '0' && b <= '9')
                || (b >= 'A' && b <= 'Z')
                || (b >= 'a' && b <= 'z')
                || b == '_'
                || b == SUBSTITUTE;
    }
}
