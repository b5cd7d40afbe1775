package org.sqlvm.shell.command;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Patterns;
import org.sqlvm.shell.text.StatementReader;

import java.util.Locale;

/** Prints the statements of a schema so that they can be run again, on one line or indented. */
final class SchemaPrinter {
    /** Statements shorter than this stay on one line. */
    private static final int LONG = 79;

    private final ByteSink out;
    private final boolean indented;

    SchemaPrinter(ByteSink out, boolean indented) {
        this.out = out;
        this.indented = indented;
    }

    void print(String sql) {
        String upper = sql.toUpperCase(Locale.ROOT);
        if (!indented) {
            line(sql, ";\n");
        } else if (upper.startsWith("CREATE VIEW") || upper.startsWith("CREATE TRIG")) {
            out.put(sql).put(";\n");
        } else {
            pretty(compact(sql));
        }
    }

    /**
     * A statement and what follows it. A comment that would swallow the semicolon is ended first,
     * and tables of full-text search, which their CREATE VIRTUAL TABLE makes too, may exist
     * already.
     */
    private void line(String sql, String tail) {
        String text = sql;
        if (tail.startsWith(";") && (sql.contains("/*") || sql.contains("--"))) {
            for (String end : new String[] {"", "*/", "\n"}) {
                if (SqlText.isComplete(sql + end + ";")) {
                    text = sql + end;
                    break;
                }
            }
        }
        if (Patterns.glob("CREATE TABLE ['\"]*", text)) {
            text = "CREATE TABLE IF NOT EXISTS " + text.substring("CREATE TABLE ".length());
        }
        out.put(text).put(tail);
    }

    /** One blank where there was white space, none beside parentheses. */
    private static String compact(String sql) {
        StringBuilder text = new StringBuilder(sql.length());
        int i = 0;
        while (i < sql.length() && StatementReader.isSpace(sql.charAt(i))) {
            i++;
        }
        for (; i < sql.length(); i++) {
            char c = sql.charAt(i);
            int last = text.length() - 1;
            if (StatementReader.isSpace(c)) {
                if (last >= 0 && text.charAt(last) == '\r') {
                    text.setCharAt(last, '\n');
                }
                if (last >= 0
                        && (StatementReader.isSpace(text.charAt(last))
                                || text.charAt(last) == '(')) {
                    continue;
                }
            } else if ((c == '(' || c == ')')
                    && last >= 0
                    && StatementReader.isSpace(text.charAt(last))) {
                text.setLength(last);
            }
            text.append(c);
        }
        return text.toString().stripTrailing();
    }

    /**
     * Columns and constraints of a long statement each on a line of its own. What is quoted is
     * found as sqlite3 finds it, which differs from SQL: a comment with a star is none.
     */
    private void pretty(String sql) {
        if (sql.length() < LONG) {
            line(sql, ";\n");
            return;
        }
        StringBuilder piece = new StringBuilder();
        int depth = 0;
        int lines = 0;
        char quoteEnd = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == quoteEnd) {
                quoteEnd = 0;
            } else if (c == '"' || c == '\'' || c == '`') {
                quoteEnd = c;
            } else if (c == '[') {
                quoteEnd = ']';
            } else if (c == '-' && sql.startsWith("--", i)) {
                quoteEnd = '\n';
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
                if (lines > 0 && depth == 0 && !piece.isEmpty()) {
                    line(piece.toString(), "\n");
                    piece.setLength(0);
                }
            }
            piece.append(c);
            boolean separates = c == '(' || c == '\n' || (c == ',' && !endsLine(sql, i + 1));
            if (depth == 1 && quoteEnd == 0 && separates) {
                if (c == '\n') {
                    piece.setLength(piece.length() - 1);
                }
                line(piece.toString(), "\n  ");
                piece.setLength(0);
                lines++;
                while (i + 1 < sql.length() && StatementReader.isSpace(sql.charAt(i + 1))) {
                    i++;
                }
            }
        }
        line(piece.toString(), ";\n");
    }

    /** Whether only white space and a comment follow on the line. */
    private static boolean endsLine(String sql, int from) {
        for (int i = from; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == '\n' || sql.startsWith("--", i)) {
                return true;
            }
            if (!StatementReader.isSpace(c)) {
                return false;
            }
        }
        return true;
    }
}
