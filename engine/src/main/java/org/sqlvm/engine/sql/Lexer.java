package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;

/**
 * Splits SQL text into tokens, as SQLite's tokenizer does: an identifier may have any character
 * from U+0080 on, a NUL ends the text, and a comment may be left open at the end.
 *
 * <p>WINDOW, OVER and FILTER are keywords only if the following tokens (and for the latter two, the
 * token before) make it a window function. The lexer decides that, since the grammar cannot.
 */
public final class Lexer {
    private final String sql;
    private final int length;
    private int position;
    private TokenKind last;

    /** @param start where the first token begins, or white space or comments before it */
    public Lexer(String sql, int start) {
        assert start >= 0 && start <= sql.length() : start;
        this.sql = sql;
        int nul = sql.indexOf('\0', start);
        this.length = nul < 0 ? sql.length() : nul;
        this.position = Math.min(start, length);
    }

    /**
     * The next token. At the end of the text a semicolon of length 0 comes first if the last token
     * was none, then {@link TokenKind#END_OF_INPUT} for ever.
     */
    Token next() {
        position = skipSpace(position);
        int start = position;
        if (start >= length) {
            last = last == TokenKind.SEMI || last == TokenKind.END_OF_INPUT
                    ? TokenKind.END_OF_INPUT
                    : TokenKind.SEMI;
            return new Token(last, length, length);
        }
        Scan scan = new Scan();
        scan.at(start);
        if (scan.kind == null) {
            throw SqlException.error(
                    "unrecognized token: \"" + sql.substring(start, scan.end) + "\"", start);
        }
        return take(scan, start);
    }

    private Token take(Scan scan, int start) {
        position = scan.end;
        last = switch (scan.kind) {
            case WINDOW -> isWindowKeyword(scan.end) ? TokenKind.WINDOW : TokenKind.ID;
            case OVER -> isOverKeyword(scan.end) ? TokenKind.OVER : TokenKind.ID;
            case FILTER -> isFilterKeyword(scan.end) ? TokenKind.FILTER : TokenKind.ID;
            default -> scan.kind;
        };
        return new Token(last, start, scan.end);
    }

    /**
     * Returns the next piece of the text, or null at its end. Unlike {@link #next}, white space,
     * comments and what is no token are pieces, too: all pieces together are the text.
     */
    public Token piece() {
        int start = position;
        if (start >= length) {
            return null;
        }
        int end = commentEnd(start, sql.charAt(start));
        if (end > start) {
            position = end;
            return new Token(TokenKind.COMMENT, start, end);
        }
        int space = skipSpace(start);
        if (space > start) {
            while (end < space && commentEnd(end, sql.charAt(end)) == end) {
                end++;
            }
            position = end;
            return new Token(TokenKind.SPACE, start, end);
        }
        Scan scan = new Scan();
        scan.at(start);
        if (scan.kind == null) {
            scan.kind = TokenKind.ILLEGAL;
        }
        return take(scan, start);
    }

    /** The next token is the one from {@code index} on, behind one of kind {@code before}. */
    void goTo(int index, TokenKind before) {
        position = index;
        last = before;
    }

    /** {@code WINDOW name AS}. */
    private boolean isWindowKeyword(int after) {
        Scan scan = new Scan();
        return peek(scan, after) == TokenKind.ID && peek(scan, scan.end) == TokenKind.AS;
    }

    /** {@code ) OVER (} or {@code ) OVER name}. */
    private boolean isOverKeyword(int after) {
        if (last != TokenKind.RP) {
            return false;
        }
        TokenKind next = peek(new Scan(), after);
        return next == TokenKind.LP || next == TokenKind.ID;
    }

    /** {@code ) FILTER (}. */
    private boolean isFilterKeyword(int after) {
        return last == TokenKind.RP && peek(new Scan(), after) == TokenKind.LP;
    }

    /**
     * The token at {@code from}, where everything that can name a window is an
     * {@link TokenKind#ID}.
     */
    private TokenKind peek(Scan scan, int from) {
        int start = skipSpace(from);
        if (start >= length) {
            scan.end = length;
            return null;
        }
        scan.at(start);
        TokenKind kind = scan.kind;
        if (kind == null) {
            return null;
        }
        boolean names = kind.fallsBack()
                || kind == TokenKind.STRING
                || kind == TokenKind.JOIN_KW
                || kind == TokenKind.WINDOW
                || kind == TokenKind.OVER;
        return names ? TokenKind.ID : kind;
    }

    /** The index after white space and comments. */
    private int skipSpace(int from) {
        int i = from;
        while (i < length) {
            char c = sql.charAt(i);
            if (c == '\u000b') {
                return i; // A vertical tab continues white space but does not begin it.
            } else if (isSpace(c)) {
                do {
                    i++;
                } while (isSpace(charAt(i)));
            } else if (c == '\ufeff') {
                i++;
            } else {
                int end = commentEnd(i, c);
                if (end == i) {
                    return i;
                }
                i = end;
            }
        }
        return i;
    }

    /** Where the comment ends that begins at {@code i} with {@code c}; {@code i} if none does. */
    private int commentEnd(int i, char c) {
        if (c == '-' && charAt(i + 1) == '-') {
            int end = sql.indexOf('\n', i);
            return end < 0 || end > length ? length : end;
        } else if (c == '/' && charAt(i + 1) == '*' && i + 2 < length) {
            int end = sql.indexOf("*/", i + 2);
            return end < 0 || end + 2 > length ? length : end + 2;
        }
        return i;
    }

    private char charAt(int index) {
        return index < length ? sql.charAt(index) : '\0';
    }

    static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isHexDigit(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }

    /** Whether {@code c} may be in an identifier, other than at its start. */
    public static boolean isIdentifierPart(char c) {
        return isKeywordPart(c) || isDigit(c) || c == '$' || c >= '\u0080';
    }

    private static boolean isKeywordPart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    /** One token: its kind, null if it is none, and its end. */
    private final class Scan {
        TokenKind kind;
        int end;

        void at(int start) {
            char c = sql.charAt(start);
            char next = charAt(start + 1);
            switch (c) {
                case '(' -> found(TokenKind.LP, start + 1);
                case ')' -> found(TokenKind.RP, start + 1);
                case ';' -> found(TokenKind.SEMI, start + 1);
                case ',' -> found(TokenKind.COMMA, start + 1);
                case '+' -> found(TokenKind.PLUS, start + 1);
                case '*' -> found(TokenKind.STAR, start + 1);
                case '/' -> found(TokenKind.SLASH, start + 1);
                case '%' -> found(TokenKind.REM, start + 1);
                case '&' -> found(TokenKind.BITAND, start + 1);
                case '~' -> found(TokenKind.BITNOT, start + 1);
                case '-' -> {
                    if (next == '>') {
                        found(TokenKind.PTR, charAt(start + 2) == '>' ? start + 3 : start + 2);
                    } else {
                        found(TokenKind.MINUS, start + 1);
                    }
                }
                case '=' -> found(TokenKind.EQ, next == '=' ? start + 2 : start + 1);
                case '<' -> less(start, next);
                case '>' -> greater(start, next);
                case '!' ->
                    found(next == '=' ? TokenKind.NE : null, next == '=' ? start + 2 : start + 1);
                case '|' ->
                    found(
                            next == '|' ? TokenKind.CONCAT : TokenKind.BITOR,
                            next == '|' ? start + 2 : start + 1);
                case '\'', '"', '`' -> quoted(start, c);
                case '[' -> bracketed(start);
                case '?' -> found(TokenKind.VARIABLE, skipDigits(start + 1));
                case '$', '@', '#', ':' -> variable(start);
                default -> word(start, c, next);
            }
        }

        private void found(TokenKind found, int endOfToken) {
            kind = found;
            end = endOfToken;
        }

        private void less(int start, char next) {
            switch (next) {
                case '=' -> found(TokenKind.LE, start + 2);
                case '>' -> found(TokenKind.NE, start + 2);
                case '<' -> found(TokenKind.LSHIFT, start + 2);
                default -> found(TokenKind.LT, start + 1);
            }
        }

        private void greater(int start, char next) {
            switch (next) {
                case '=' -> found(TokenKind.GE, start + 2);
                case '>' -> found(TokenKind.RSHIFT, start + 2);
                default -> found(TokenKind.GT, start + 1);
            }
        }

        /** Reads numbers, words and invalid characters. */
        private void word(int start, char c, char next) {
            if (isDigit(c) || (c == '.' && isDigit(next))) {
                number(start);
            } else if (c == '.') {
                found(TokenKind.DOT, start + 1);
            } else if ((c == 'x' || c == 'X') && next == '\'') {
                blob(start);
            } else if (isKeywordPart(c) || c >= '\u0080') {
                int i = start + 1;
                while (isIdentifierPart(charAt(i))) {
                    i++;
                }
                found(TokenKind.ofWord(sql, start, i), i);
            } else {
                found(null, start + 1);
            }
        }

        private void quoted(int start, char delimiter) {
            int i = start + 1;
            while (i < length) {
                if (sql.charAt(i) == delimiter) {
                    if (charAt(i + 1) != delimiter) {
                        found(delimiter == '\'' ? TokenKind.STRING : TokenKind.ID, i + 1);
                        return;
                    }
                    i++;
                }
                i++;
            }
            found(null, length);
        }

        private void bracketed(int start) {
            int close = sql.indexOf(']', start);
            if (close < 0 || close >= length) {
                found(null, length);
            } else {
                found(TokenKind.ID, close + 1);
            }
        }

        private void blob(int start) {
            int i = start + 2;
            while (isHexDigit(charAt(i))) {
                i++;
            }
            if (charAt(i) == '\'' && (i - start) % 2 == 0) {
                found(TokenKind.BLOB, i + 1);
                return;
            }
            while (i < length && sql.charAt(i) != '\'') {
                i++;
            }
            found(null, Math.min(i + 1, length));
        }

        /** {@code :a}, {@code @a}, {@code #a}, {@code $a}, {@code $a::b(c)}: Tcl's variables. */
        private void variable(int start) {
            int i = start + 1;
            int letters = 0;
            TokenKind found = TokenKind.VARIABLE;
            while (i < length) {
                char c = sql.charAt(i);
                if (isIdentifierPart(c)) {
                    letters++;
                } else if (c == '(' && letters > 0) {
                    do {
                        i++;
                    } while (i < length && !isSpace(sql.charAt(i)) && sql.charAt(i) != ')');
                    if (charAt(i) == ')') {
                        i++;
                    } else {
                        found = null;
                    }
                    break;
                } else if (c == ':' && charAt(i + 1) == ':') {
                    i++;
                } else {
                    break;
                }
                i++;
            }
            found(letters == 0 ? null : found, i);
        }

        private int skipDigits(int from) {
            int i = from;
            while (isDigit(charAt(i))) {
                i++;
            }
            return i;
        }

        private void number(int start) {
            TokenKind found = TokenKind.INTEGER;
            int i;
            if (sql.charAt(start) == '0'
                    && (charAt(start + 1) | 0x20) == 'x'
                    && isHexDigit(charAt(start + 2))) {
                i = start + 3;
                while (isHexDigit(charAt(i)) || charAt(i) == '_') {
                    i++;
                }
            } else {
                i = skipSeparatedDigits(start);
                if (charAt(i) == '.') {
                    found = TokenKind.FLOAT;
                    i = skipSeparatedDigits(i + 1);
                }
                if ((charAt(i) | 0x20) == 'e' && startsExponent(i + 1)) {
                    found = TokenKind.FLOAT;
                    i = skipSeparatedDigits(i + 2);
                }
            }
            if (sql.indexOf('_', start, i) >= 0) {
                found = TokenKind.QNUMBER;
            }
            while (isIdentifierPart(charAt(i))) {
                found = null;
                i++;
            }
            found(found, i);
        }

        private boolean startsExponent(int at) {
            char c = charAt(at);
            return isDigit(c) || ((c == '+' || c == '-') && isDigit(charAt(at + 1)));
        }

        private int skipSeparatedDigits(int from) {
            int i = from;
            while (isDigit(charAt(i)) || charAt(i) == '_') {
                i++;
            }
            return i;
        }
    }
}
