package org.sqlvm.shell.text;

/**
 * Puts lines together until they make a complete input: one line of a dot-command, or as many as
 * end in a semicolon outside of strings, comments and trigger bodies. Each line is looked at once;
 * only when one ends in a semicolon is the whole text checked.
 */
public final class StatementReader {
    /** What a line has led to. */
    public enum State {
        /** More lines are needed. */
        OPEN,
        /** {@link #text} is white space and comments; nothing is to be run. */
        BLANK,
        /** {@link #text} is a dot-command, or a comment line that begins with #. */
        COMMAND,
        /** {@link #text} is SQL to be run. */
        SQL
    }

    private final StringBuilder sql = new StringBuilder();
    private String text = "";
    private int firstLine;
    private int lineNumber;

    // What the lines of the current statement have shown so far.
    private boolean dark;
    private boolean endsInSemicolon;
    /** The quote that ends the string we are in, '*' in a comment, else 0. */
    private char waitsFor;

    /** Takes the next line, without its line end. */
    public State add(String input) {
        lineNumber++;
        String line = input;
        if (waitsFor == 0 && isTerminator(line) && Completeness.isComplete(sql + ";")) {
            line = ";";
        }
        scan(line);
        boolean blank = waitsFor == 0 && !dark;
        if (sql.isEmpty()) {
            text = line;
            if (blank) {
                reset();
                return State.BLANK;
            }
            if (line.startsWith(".") || line.startsWith("#")) {
                reset();
                return State.COMMAND;
            }
            firstLine = lineNumber;
            sql.append(line, afterSpaces(line), line.length());
        } else {
            sql.append('\n').append(line);
        }
        if (waitsFor == 0 && endsInSemicolon && Completeness.isComplete(sql)) {
            take();
            return State.SQL;
        }
        if (blank) {
            take();
            return State.BLANK;
        }
        return State.OPEN;
    }

    /** The text of the last state other than {@link State#OPEN}. */
    public String text() {
        return text;
    }

    /** Number of the line, from 1, on which {@link #text} began. */
    public int firstLine() {
        return firstLine;
    }

    public boolean isEmpty() {
        return sql.isEmpty();
    }

    /** What is there when no line follows; the parser shall say what is missing. */
    public String rest() {
        take();
        return text;
    }

    /** Forgets the lines of a statement that the user does not want after all. */
    public void drop() {
        sql.setLength(0);
        reset();
    }

    private void take() {
        text = sql.toString();
        drop();
    }

    private void reset() {
        dark = false;
        endsInSemicolon = false;
        waitsFor = 0;
    }

    private void scan(String line) {
        int i = 0;
        int length = line.length();
        while (i < length) {
            char c = line.charAt(i++);
            char next = i < length ? line.charAt(i) : 0;
            if (waitsFor != 0) {
                if (c == waitsFor) {
                    i = closed(c, next, i);
                }
                continue;
            }
            if (isSpace(c)) {
                continue;
            }
            if (c == '-' && next == '-') {
                return;
            }
            if (c == '/' && next == '*') {
                i++;
                waitsFor = '*';
            } else if (c == ';') {
                endsInSemicolon = true;
            } else {
                dark = true;
                endsInSemicolon = false;
                if (c == '\'' || c == '"' || c == '`' || c == '[') {
                    waitsFor = c == '[' ? ']' : c;
                }
            }
        }
    }

    private int closed(char c, char next, int i) {
        if (c == '*') {
            if (next != '/') {
                return i;
            }
            waitsFor = 0;
            return i + 1;
        }
        if (c != ']' && next == c) {
            return i + 1;
        }
        waitsFor = 0;
        return i;
    }

    /** A line that ends a statement in other databases' shells: "go" or "/". */
    private static boolean isTerminator(String line) {
        int i = afterSpaces(line);
        if (line.startsWith("/", i)) {
            i++;
        } else if (line.regionMatches(true, i, "go", 0, 2)) {
            i += 2;
        } else {
            return false;
        }
        StatementReader tail = new StatementReader();
        tail.scan(line.substring(i));
        return !tail.dark && !tail.endsInSemicolon && tail.waitsFor == 0;
    }

    private static int afterSpaces(String line) {
        int i = 0;
        while (i < line.length() && isSpace(line.charAt(i))) {
            i++;
        }
        return i;
    }

    public static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }
}
