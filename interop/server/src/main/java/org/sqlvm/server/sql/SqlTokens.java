package org.sqlvm.server.sql;

import org.sqlvm.server.error.ServerError;

import java.util.Locale;

/**
 * The tokens of statements, one after the other: as many of PostgreSQL's and of SQLite's as are
 * needed to know which statement it is and where it ends. SQLite's own tokens are those of
 * {@link org.sqlvm.api.text.SqlText}; it does not know PostgreSQL's {@code E'\n'}, {@code $$a$$}
 * and {@code ::}, in which quotes and semicolons stand.
 */
public final class SqlTokens {
    /** The kind of a token. */
    public enum Kind {
        WORD,
        /** A name in quotes or brackets. */
        NAME,
        STRING,
        PARAMETER,
        NUMBER,
        /** One character of anything else, or two colons. */
        SYMBOL,
        END
    }

    private final String text;
    private Kind kind = Kind.END;
    private int start;
    private int end;

    public SqlTokens(String text, int start) {
        this.text = text;
        this.end = start;
    }

    public Kind kind() {
        return kind;
    }

    /** Where the token begins in the text. */
    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    public SqlTokens next() {
        start = skipBlanks(text, end);
        end = start;
        kind = start == text.length() ? Kind.END : scan(text.charAt(start));
        return this;
    }

    private Kind scan(char first) {
        char second = at(start + 1);
        if (first == '\'') {
            end = quoted(start + 1, '\'', false);
            return Kind.STRING;
        }
        if ((first == 'E' || first == 'e') && second == '\'') {
            end = quoted(start + 2, '\'', true);
            return Kind.STRING;
        }
        if (first == '$' && dollarEnd() > 0) {
            end = dollarEnd();
            return Kind.STRING;
        }
        if (first == '"' || first == '`') {
            end = quoted(start + 1, first, false);
            return Kind.NAME;
        }
        if (isWordStart(first)) {
            end = wordEnd(start);
            return Kind.WORD;
        }
        if (Character.isDigit(first) || (first == '.' && Character.isDigit(second))) {
            end = numberEnd(start);
            return Kind.NUMBER;
        }
        boolean isNamed = first == '$' || first == '@' || (first == ':' && second != ':');
        if (first == '?' || (isNamed && isWordPart(second))) {
            end = wordEnd(start + 1);
            return Kind.PARAMETER;
        }
        end = start + (first == ':' && second == ':' ? 2 : 1);
        return Kind.SYMBOL;
    }

    /** Where a text in dollars ends, {@code $$…$$} or {@code $tag$…$tag$}; 0 if there is none. */
    private int dollarEnd() {
        int tag = start + 1;
        if (tag < text.length() && isWordStart(text.charAt(tag))) {
            tag = wordEnd(tag);
        }
        if (at(tag) != '$') {
            return 0;
        }
        String quote = text.substring(start, tag + 1);
        int close = text.indexOf(quote, tag + 1);
        return close < 0 ? 0 : close + quote.length();
    }

    /** A zero behind the end. */
    private char at(int index) {
        return index < text.length() ? text.charAt(index) : 0;
    }

    private int quoted(int from, char quote, boolean escapes) {
        int at = from;
        while (at < text.length()) {
            char next = text.charAt(at++);
            if (escapes && next == '\\') {
                at++;
            } else if (next == quote) {
                if (at(at) != quote) {
                    return at;
                }
                at++;
            }
        }
        return text.length();
    }

    private int wordEnd(int from) {
        int at = from;
        while (isWordPart(at(at))) {
            at++;
        }
        return at;
    }

    private int numberEnd(int from) {
        int at = from;
        while (isWordPart(at(at)) || at(at) == '.') {
            at++;
        }
        return at;
    }

    private static boolean isWordStart(char c) {
        return c == '_' || c >= 0x80 || Character.isLetter(c);
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || Character.isDigit(c);
    }

    /**
     * Returns the first index from {@code from} on that is in neither white space nor a comment.
     */
    static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else if (text.startsWith("--", at)) {
                int line = text.indexOf('\n', at);
                at = line < 0 ? text.length() : line + 1;
            } else if (text.startsWith("/*", at)) {
                int close = text.indexOf("*/", at + 2);
                at = close < 0 ? text.length() : close + 2;
            } else {
                return at;
            }
        }
        return at;
    }

    /** Whether nothing but blanks, comments and semicolons follow. */
    public static boolean isBlank(String text, int from) {
        SqlTokens tokens = new SqlTokens(text, from).next();
        while (tokens.isSymbol(';')) {
            tokens.next();
        }
        return tokens.kind == Kind.END;
    }

    /** Where the statement that begins at {@code from} ends: at a semicolon or the end. */
    public static int statementEnd(String text, int from) {
        SqlTokens tokens = new SqlTokens(text, from).next();
        while (tokens.kind != Kind.END && !tokens.isSymbol(';')) {
            tokens.next();
        }
        return tokens.start;
    }

    /** The token as it stands in the text. */
    public String token() {
        return text.substring(start, end);
    }

    /** A keyword in capitals; empty if the token is no word. */
    public String word() {
        return kind == Kind.WORD ? token().toUpperCase(Locale.ROOT) : "";
    }

    public boolean isWord(String word) {
        return kind == Kind.WORD && word.equalsIgnoreCase(token());
    }

    public boolean isSymbol(char symbol) {
        return kind == Kind.SYMBOL && end == start + 1 && text.charAt(start) == symbol;
    }

    /** A name or a string without its quotes; an unquoted word as it is. */
    public String value() {
        String token = token();
        if (kind == Kind.STRING && token.charAt(0) == '$') {
            int quote = token.indexOf('$', 1) + 1;
            return token.substring(quote, token.length() - quote);
        }
        if (kind == Kind.STRING) {
            return token.charAt(0) == '\'' ? unquote(token, '\'') : unescape(token);
        }
        return kind == Kind.NAME ? unquote(token, token.charAt(0)) : token;
    }

    private static String unquote(String token, char quote) {
        String inner = token.substring(1, Math.max(1, token.length() - 1));
        String one = String.valueOf(quote);
        return inner.replace(one + one, one);
    }

    /** The text of a string {@code E'…'}. */
    private static String unescape(String token) {
        StringBuilder value = new StringBuilder();
        for (int i = 2; i < token.length() - 1; i++) {
            char next = token.charAt(i);
            if (next == '\'') {
                i++;
            } else if (next == '\\') {
                next = escaped(token.charAt(++i));
            }
            value.append(next);
        }
        return value.toString();
    }

    private static char escaped(char letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> letter;
        };
    }

    /** Goes on if the token is this word. */
    public boolean accept(String word) {
        boolean isIt = isWord(word);
        if (isIt) {
            next();
        }
        return isIt;
    }

    public boolean accept(char symbol) {
        boolean isIt = isSymbol(symbol);
        if (isIt) {
            next();
        }
        return isIt;
    }

    /** A syntax error at this token. */
    public ServerError error() {
        return ServerError.syntax(text, start);
    }

    public void expect(String word) {
        if (!accept(word)) {
            throw error();
        }
    }

    public void expect(char symbol) {
        if (!accept(symbol)) {
            throw error();
        }
    }

    /** The name that the token is; goes on. */
    public String expectName() {
        if (kind != Kind.WORD && kind != Kind.NAME) {
            throw error();
        }
        String name = value();
        next();
        return name;
    }

    public String text() {
        return text;
    }

    /** Moves to the token at or after an index. */
    public void goTo(int index) {
        end = index;
        next();
    }

    /** The statement has been read up to here. */
    public void endAt(int index) {
        kind = Kind.END;
        start = index;
        end = index;
    }

    /** Only a semicolon may follow; gives where the statement ends. */
    public int expectEnd() {
        if (kind != Kind.END && !isSymbol(';')) {
            throw error();
        }
        return end;
    }
}
