package org.sqlvm.shell.text;

import org.sqlvm.api.text.StatementProgress;

/**
 * Puts lines together until they make a complete input: one line of a dot-command, or as many as
 * end in a semicolon outside of strings, comments and trigger bodies. Each line is looked at once.
 */
public final class StatementReader {
    /** The state after a line. */
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
    private StatementProgress progress = new StatementProgress();
    private String text = "";
    private int firstLine;
    private int lineNumber;

    /** Takes the next line, without its line end. */
    public State add(String input) {
        lineNumber++;
        boolean ends = progress.isCompleteWithSemicolon() && isTerminator(input);
        String line = ends ? ";" : input;
        progress.add(line);
        if (sql.isEmpty()) {
            text = line;
            if (progress.isBlank()) {
                drop();
                return State.BLANK;
            }
            if (line.startsWith(".") || line.startsWith("#")) {
                drop();
                return State.COMMAND;
            }
            firstLine = lineNumber;
            sql.append(line, afterSpaces(line), line.length());
        } else {
            sql.append('\n').append(line);
        }
        if (progress.isComplete()) {
            take();
            return State.SQL;
        }
        if (progress.isBlank()) {
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

    /**
     * Returns the incomplete text at the end of the input, for which the parser reports the error.
     */
    public String rest() {
        take();
        return text;
    }

    /** Discards the lines of a statement that the user has given up. */
    public void drop() {
        sql.setLength(0);
        progress = new StatementProgress();
    }

    private void take() {
        text = sql.toString();
        drop();
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
        StatementProgress tail = new StatementProgress();
        tail.add(line.substring(i));
        return tail.isBlank() && !tail.isComplete();
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
