package org.sqlvm.engine.sql;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Span;

/** The values of number and blob literals (sqlite.org/lang_expr.html section 3). */
final class Literals {
    /** 2^63 in decimal, which is an integer only behind a minus sign. */
    private static final String LONG_MIN_DIGITS = "9223372036854775808";
    /** The digits of 64 bits. */
    private static final int HEX_DIGITS_MAX = 16;

    /** Every integer of at most this many digits fits into 64 bits. */
    private static final int DIGITS_MAX = 18;

    private Literals() {}

    static Expression number(Tokens tokens, Token token) {
        if (token.is(TokenKind.INTEGER)) {
            long value = decimal(tokens.sql(), token.start(), token.end());
            if (value >= 0) {
                return new Expression.IntegerLiteral(value, token.span());
            }
        }
        String text = tokens.text(token);
        if (token.is(TokenKind.QNUMBER)) {
            checkSeparators(tokens, text, token);
            text = text.replace("_", "");
        }
        Span span = token.span();
        if (isHexadecimal(text)) {
            String digits = text.substring(2).replaceFirst("^0+(?=.)", "");
            return digits.length() > HEX_DIGITS_MAX
                    ? new Expression.HugeHexLiteral(text, span)
                    : new Expression.IntegerLiteral(Long.parseUnsignedLong(digits, 16), span);
        }
        boolean integer = text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (integer) {
            String digits = text.replaceFirst("^0+(?=.)", "");
            boolean fits = digits.length() < LONG_MIN_DIGITS.length()
                    || (digits.length() == LONG_MIN_DIGITS.length()
                            && digits.compareTo(LONG_MIN_DIGITS) < 0);
            if (fits) {
                return new Expression.IntegerLiteral(Long.parseLong(digits), span);
            }
        }
        return new Expression.RealLiteral(Double.parseDouble(text), span);
    }

    /**
     * The value of a few decimal digits, which most numbers are; -1 for any other text. A list may
     * have 100,000 of them.
     */
    private static long decimal(String sql, int start, int end) {
        if (end - start > DIGITS_MAX) {
            return -1;
        }
        long value = 0;
        for (int i = start; i < end; i++) {
            char c = sql.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = 10 * value + (c - '0');
        }
        return value;
    }

    /**
     * Returns the literal of a number with its minus sign, if the number alone would be another
     * literal; else null.
     *
     * @param start the sign's index
     */
    static Expression negated(Tokens tokens, Expression operand, int start) {
        switch (operand) {
            case Expression.Unary unary
            when unary.operator() == Expression.UnaryOperator.PLUS -> {
                return negated(tokens, unary.operand(), start);
            }
            case Expression.RealLiteral real -> {
                String digits =
                        tokens.text(real.span()).replace("_", "").replaceFirst("^0+(?=.)", "");
                return digits.equals(LONG_MIN_DIGITS)
                        ? new Expression.IntegerLiteral(Long.MIN_VALUE, tokens.since(start))
                        : null;
            }
            case Expression.IntegerLiteral number
            when number.value() == Long.MIN_VALUE -> {
                String text = tokens.text(number.span());
                return isHexadecimal(text)
                        ? new Expression.HugeHexLiteral("-" + text, tokens.since(start))
                        : null;
            }
            case Expression.HugeHexLiteral huge -> {
                return new Expression.HugeHexLiteral("-" + huge.text(), tokens.since(start));
            }
            default -> {
                return null;
            }
        }
    }

    private static boolean isHexadecimal(String text) {
        return text.length() > 2 && (text.charAt(1) | 0x20) == 'x';
    }

    /** Checks that each separator is between two digits, or the text is no number. */
    private static void checkSeparators(Tokens tokens, String text, Token token) {
        boolean hexadecimal = isHexadecimal(text);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '_') {
                boolean between = i > 0
                        && i + 1 < text.length()
                        && isDigit(text.charAt(i - 1), hexadecimal)
                        && isDigit(text.charAt(i + 1), hexadecimal);
                if (!between) {
                    tokens.reportLater(SqlException.error(
                            "unrecognized token: \"" + text + "\"", token.start()));
                }
            }
        }
    }

    private static boolean isDigit(char c, boolean hexadecimal) {
        return hexadecimal ? Character.digit(c, 16) >= 0 : c >= '0' && c <= '9';
    }

    static Expression blob(Tokens tokens, Token token) {
        return new Expression.BlobLiteral(Blob.of(Tokens.bytes(tokens.text(token))), token.span());
    }
}
