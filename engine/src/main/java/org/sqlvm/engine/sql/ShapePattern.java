package org.sqlvm.engine.sql;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.sql.StatementShape.Literal;
import org.sqlvm.engine.sql.StatementShape.Rows;

import java.util.ArrayList;
import java.util.List;

/**
 * Recognizes texts of one shape without splitting them into tokens: the same characters, with
 * simple literals of one type where the shape leaves them out. A text that does not match may still
 * have the shape, for example if it has a comment at another position.
 */
final class ShapePattern {
    /** The shape's key; for one without literals, the text. */
    private final String key;

    private final boolean hasLiterals;

    /** The indexes in the key at which a mark and the type behind it stand for a literal. */
    private final int[] marks;

    /** The statement ends with a semicolon, not with its text. */
    private final boolean closed;

    private ShapePattern(String key, boolean hasLiterals, int[] marks, boolean closed) {
        this.key = key;
        this.hasLiterals = hasLiterals;
        this.marks = marks;
        this.closed = closed;
    }

    /**
     * The pattern of a shape.
     *
     * @param sql a text of this shape from {@code start} on
     * @return null for a shape with lists or rows of literals, whose lengths differ
     */
    static ShapePattern of(StatementShape shape, String sql, int start) {
        boolean closed = shape.isClosed();
        String key = shape.hasLiterals()
                ? shape.key()
                : sql.substring(start, closed ? shape.end() - 1 : shape.end());
        int[] marks = key.chars().filter(c -> c == StatementShape.MARK).toArray();
        if (marks.length != shape.literalCount() || !shape.hasOnlySingleLiterals()) {
            return null;
        }
        int from = 0;
        for (int i = 0; i < marks.length; i++) {
            marks[i] = key.indexOf(StatementShape.MARK, from);
            from = marks[i] + 1;
        }
        return new ShapePattern(key, shape.hasLiterals(), marks, closed);
    }

    /** The shape of the statement that begins at {@code start}; null if it looks different. */
    StatementShape match(String sql, int start) {
        List<Literal> literals = new ArrayList<>(marks.length);
        int at = start;
        int from = 0;
        for (int mark : marks) {
            if (!sql.regionMatches(at, key, from, mark - from)) {
                return null;
            }
            at += mark - from;
            Object value = switch (key.charAt(mark + 1)) {
                case 'i' -> integer(sql, at);
                case 'r' -> real(sql, at);
                default -> text(sql, at);
            };
            if (value == null) {
                return null;
            }
            literals.add(new Literal(at - start, value));
            at = end(sql, at);
            from = mark + 2;
        }
        int rest = key.length() - from;
        if (!sql.regionMatches(at, key, from, rest)) {
            return null;
        }
        at += rest;
        // An unclosed comment goes to the end of the text and includes any semicolon.
        boolean more = at < sql.length();
        if (more != closed || (more && sql.charAt(at) != ';')) {
            return null;
        }
        int end = more ? at + 1 : at;
        return new StatementShape(
                hasLiterals ? key : null, end, closed, literals, List.of(), Rows.NONE);
    }

    /** Where a literal ends that begins at {@code start}, if it is one. */
    private static int end(String sql, int start) {
        if (sql.startsWith("'", start)) {
            return sql.indexOf('\'', start + 1) + 1;
        }
        int at = firstDigit(sql, start);
        while (at < sql.length() && isOfNumber(sql.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isOfNumber(char c) {
        return Lexer.isDigit(c) || c == '.';
    }

    /** Returns a decimal integer that fits into 64 bits; null if there is none. */
    private static Object integer(String sql, int start) {
        int digits = firstDigit(sql, start);
        int end = end(sql, start);
        if (!isNumber(sql, digits, end) || end - digits > StatementShape.DIGITS_MAX) {
            return null;
        }
        long number = 0;
        for (int i = digits; i < end; i++) {
            char c = sql.charAt(i);
            if (c == '.') {
                return null;
            }
            number = number * 10 + c - '0';
        }
        return digits == start ? number : -number;
    }

    /** Digits around a point; null for anything else. */
    private static Object real(String sql, int start) {
        int digits = firstDigit(sql, start);
        int end = end(sql, start);
        int point = sql.indexOf('.', digits);
        boolean isReal = isNumber(sql, digits, end)
                && digits < point
                && point < end - 1
                && sql.lastIndexOf('.', end - 1) == point;
        if (!isReal) {
            return null;
        }
        double number = Double.parseDouble(sql.substring(digits, end));
        return digits == start ? number : -number;
    }

    /** A text without quotes in it; null for anything else. */
    private static Object text(String sql, int start) {
        int end = sql.startsWith("'", start) ? end(sql, start) : 0;
        boolean isText = end > 0 && !sql.startsWith("'", end);
        String value = isText ? sql.substring(start + 1, end - 1) : "\0";
        return value.indexOf(0) < 0 ? Text.of(value) : null;
    }

    /** Behind a sign. */
    private static int firstDigit(String sql, int start) {
        return sql.startsWith("-", start) ? start + 1 : start;
    }

    /** Whether there are digits, perhaps with points, with which a number may end. */
    private static boolean isNumber(String sql, int digits, int end) {
        if (digits >= end || !Lexer.isDigit(sql.charAt(digits))) {
            return false;
        }
        char next = end < sql.length() ? sql.charAt(end) : ' ';
        return next == ' ' || next == ')' || next == ',' || next == ';' || next == '\n';
    }
}
