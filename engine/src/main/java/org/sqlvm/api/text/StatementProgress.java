package org.sqlvm.api.text;

import org.jspecify.annotations.Nullable;
import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.sql.Lexer;
import org.sqlvm.engine.sql.TokenKind;

/**
 * Follows a text that comes line by line, as it is typed, and says after each line whether it ends
 * with a complete statement. The rules are those of sqlite3_complete
 * (sqlite.org/c3ref/complete.html), which knows of the grammar only strings, comments, and that
 * CREATE TRIGGER ends with {@code ;END;}: it is no parser, and its tokens are not the parser's.
 * Each line is looked at once.
 *
 * <p>Not for several threads at once.
 */
public final class StatementProgress {
    // The states, which are the rows of NEXT.
    private static final int NOTHING = 0;
    private static final int COMPLETE = 1;
    private static final int STATEMENT = 2;
    private static final int EXPLAIN = 3;
    private static final int CREATE = 4;
    private static final int TRIGGER = 5;
    private static final int TRIGGER_SEMICOLON = 6;
    private static final int TRIGGER_END = 7;

    // The classes of tokens, which are the columns of NEXT. White space changes no state.
    private static final int SEMICOLON = 0;
    private static final int OTHER_TOKEN = 1;
    private static final int EXPLAIN_WORD = 2;
    private static final int CREATE_WORD = 3;
    private static final int TEMP_WORD = 4;
    private static final int TRIGGER_WORD = 5;
    private static final int END_WORD = 6;

    /** NEXT[state][token]. */
    private static final byte[][] NEXT = {
        {COMPLETE, STATEMENT, EXPLAIN, CREATE, STATEMENT, STATEMENT, STATEMENT},
        {COMPLETE, STATEMENT, EXPLAIN, CREATE, STATEMENT, STATEMENT, STATEMENT},
        {COMPLETE, STATEMENT, STATEMENT, STATEMENT, STATEMENT, STATEMENT, STATEMENT},
        {COMPLETE, EXPLAIN, STATEMENT, CREATE, STATEMENT, STATEMENT, STATEMENT},
        {COMPLETE, STATEMENT, STATEMENT, STATEMENT, CREATE, TRIGGER, STATEMENT},
        {TRIGGER_SEMICOLON, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER},
        {TRIGGER_SEMICOLON, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER_END},
        {COMPLETE, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER, TRIGGER},
    };

    private static final String COMMENT_END = "*/";

    private int state = NOTHING;
    /** The characters that end the open quotation or comment; null if none is open. */
    private @Nullable String close;

    private boolean isBlank = true;

    /** Begins before the first line. */
    public StatementProgress() {}

    /**
     * Adds a line, without its line end, or several lines at once. A NUL ends it.
     *
     * @param line begins where the line before ends: no word and no operator goes on in it
     */
    public void add(String line) {
        int nul = line.indexOf('\0');
        int end = nul < 0 ? line.length() : nul;
        int at = close == null ? 0 : closed(close, line, 0, end);
        while (at < end) {
            at = token(line, at, end);
        }
    }

    /** Takes the token that begins at {@code at}; returns where it ends. */
    int token(String line, int at, int end) {
        char c = line.charAt(at);
        if (c == ';') {
            state = NEXT[state][SEMICOLON];
            return at + 1;
        }
        if (Ascii.isSpace(c) && c != '\u000b') { // As in C, but without the vertical tab.
            return at + 1;
        }
        if (line.startsWith("--", at)) {
            int lineEnd = line.indexOf('\n', at);
            return lineEnd < 0 || lineEnd > end ? end : lineEnd;
        }
        if (line.startsWith("/*", at)) {
            close = COMMENT_END;
            return closed(COMMENT_END, line, at + 2, end);
        }
        isBlank &= Ascii.isSpace(c);
        if (c == '\'' || c == '"' || c == '`' || c == '[') {
            state = NEXT[state][OTHER_TOKEN];
            String quote = c == '[' ? "]" : String.valueOf(c);
            close = quote;
            return closed(quote, line, at + 1, end);
        }
        int wordEnd = at;
        while (wordEnd < end && Lexer.isIdentifierPart(line.charAt(wordEnd))) {
            wordEnd++;
        }
        state = NEXT[state][word(line, at, wordEnd)];
        return Math.max(wordEnd, at + 1);
    }

    private static int word(String line, int start, int end) {
        return switch (TokenKind.ofWord(line, start, end)) {
            case EXPLAIN -> EXPLAIN_WORD;
            case CREATE -> CREATE_WORD;
            case TEMP -> TEMP_WORD;
            case TRIGGER -> TRIGGER_WORD;
            case END -> END_WORD;
            default -> OTHER_TOKEN;
        };
    }

    /** Where what is open ends; the line's end if it goes on in the next one. */
    private int closed(String open, String line, int from, int end) {
        int found = line.indexOf(open, from);
        if (found < 0 || found + open.length() > end) {
            return end;
        }
        int after = found + open.length();
        close = null;
        return after;
    }

    /** Whether the text ends with a complete statement, behind which only comments may stand. */
    public boolean isComplete() {
        return close == null && state == COMPLETE;
    }

    /** Whether the text would end with a complete statement if a semicolon came next. */
    public boolean isCompleteWithSemicolon() {
        return close == null && NEXT[state][SEMICOLON] == COMPLETE;
    }

    /** Whether the text has nothing but white space, comments and semicolons, and no open one. */
    public boolean isBlank() {
        return close == null && isBlank;
    }
}
