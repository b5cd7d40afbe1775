package org.sqlvm.engine.sql;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Span;

import java.util.HexFormat;

/** The values of number and blob literals (sqlite.org/lang_expr.html section 3). */
final class Literals {
    /** 2^63 in decimal, which is an integer only behind a minus sign. */
    static final String LONG_MIN_DIGITS = "9223372036854775808";

    private Literals() {}

    static Expression number(Tokens tokens, Token token) {
        String text = tokens.text(token);
        if (token.is(TokenKind.QNUMBER)) {
            checkSeparators(tokens, text, token);
            text = text.replace("_", "");
        }
        Span span = token.span();
        if (text.length() > 2 && (text.charAt(1) | 0x20) == 'x') {
            return new Expression.IntegerLiteral(hexadecimal(text, token), span);
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

    /** A separator stands between two digits, or the number is none. */
    private static void checkSeparators(Tokens tokens, String text, Token token) {
        boolean hexadecimal = text.length() > 2 && (text.charAt(1) | 0x20) == 'x';
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

    private static long hexadecimal(String text, Token token) {
        String digits = text.substring(2).replaceFirst("^0+(?=.)", "");
        if (digits.length() > 16) {
            throw SqlException.error("hex literal too big: " + text, token.start());
        }
        return Long.parseUnsignedLong(digits, 16);
    }

    static Expression blob(Tokens tokens, Token token) {
        String text = tokens.text(token);
        byte[] bytes = HexFormat.of().parseHex(text.substring(2, text.length() - 1));
        return new Expression.BlobLiteral(Blob.of(bytes), token.span());
    }
}
