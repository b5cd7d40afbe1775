package org.sqlvm.test.engines;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Values as test files write them. */
public final class ValueText {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private ValueText() {}

    /** A value as a sqllogictest result shows it, by the type letter of its column. */
    public static String plain(Object value, char type) {
        if (value == null) {
            return "NULL";
        }
        return switch (type) {
            case 'I' -> String.valueOf(toLong(value));
            case 'R' -> String.format(Locale.ROOT, "%.3f", toDouble(value));
            case 'T' -> printable(toText(value));
            default -> throw new IllegalArgumentException("column type " + type);
        };
    }

    /** Bytes outside of ASCII's printable ones become {@code @}. */
    private static String printable(String text) {
        if (text.isEmpty()) {
            return "(empty)";
        }
        StringBuilder out = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            out.append(b < ' ' || b > '~' ? '@' : (char) b);
        }
        return out.toString();
    }

    private static long toLong(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> number.longValue();
            case String text -> (long) leadingNumber(text);
            case byte[] bytes -> (long) leadingNumber(new String(bytes, StandardCharsets.UTF_8));
            default -> throw new IllegalArgumentException(value.getClass().getName());
        };
    }

    private static double toDouble(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> number;
            case String text -> leadingNumber(text);
            case byte[] bytes -> leadingNumber(new String(bytes, StandardCharsets.UTF_8));
            default -> throw new IllegalArgumentException(value.getClass().getName());
        };
    }

    private static String toText(Object value) {
        return switch (value) {
            case Double number -> real(number);
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            default -> value.toString();
        };
    }

    /** The number that the text begins with, as SQLite reads text where it wants a number. */
    private static double leadingNumber(String text) {
        var number = java.util.regex.Pattern.compile(
                        "\\s*([-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?)")
                .matcher(text);
        return number.lookingAt() ? Double.parseDouble(number.group(1)) : 0.0;
    }

    /** A value as a literal of SQL, which shows its type and all its digits. */
    public static String literal(Object value) {
        return switch (value) {
            case null -> "NULL";
            case Long number -> number.toString();
            case Double number -> real(number);
            case String text -> quoted(text);
            case byte[] bytes -> blob(bytes);
            default -> throw new IllegalArgumentException(value.getClass().getName());
        };
    }

    /** Shortest digits that give the same double again; infinity as SQLite writes it. */
    private static String real(double number) {
        if (Double.isInfinite(number)) {
            return number > 0 ? "9.0e+999" : "-9.0e+999";
        }
        return Double.toString(number).replace('E', 'e');
    }

    /** {@code 'text'}, or in the form {@code unistr('\u000a')} if it has control characters. */
    private static String quoted(String text) {
        String doubled = text.replace("'", "''");
        if (text.chars().noneMatch(c -> c < ' ' || c == 0x7f)) {
            return "'" + doubled + "'";
        }
        StringBuilder out = new StringBuilder("unistr('");
        for (int i = 0; i < doubled.length(); i++) {
            char c = doubled.charAt(i);
            if (c < ' ' || c == 0x7f) {
                out.append(String.format("\\u%04x", (int) c));
            } else if (c == '\\') {
                out.append("\\\\");
            } else {
                out.append(c);
            }
        }
        return out.append("')").toString();
    }

    private static String blob(byte[] bytes) {
        StringBuilder out = new StringBuilder("x'");
        for (byte b : bytes) {
            out.append(HEX[(b >> 4) & 15]).append(HEX[b & 15]);
        }
        return out.append('\'').toString();
    }

    /** A row as one line: literals between bars. */
    public static String row(Object[] row) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            line.append(i == 0 ? "" : " | ").append(literal(row[i]));
        }
        return line.toString();
    }

    /**
     * The value that a literal stands for: an integer, a real, text, a blob or NULL.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Object parse(String literal) {
        if (literal.equalsIgnoreCase("NULL")) {
            return null;
        }
        if (literal.startsWith("'") && literal.endsWith("'") && literal.length() > 1) {
            return literal.substring(1, literal.length() - 1).replace("''", "'");
        }
        if (literal.matches("[xX]'([0-9a-fA-F]{2})*'")) {
            byte[] bytes = new byte[(literal.length() - 3) / 2];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) Integer.parseInt(literal.substring(2 * i + 2, 2 * i + 4), 16);
            }
            return bytes;
        }
        if (literal.matches("[-+]?\\d+")) {
            return Long.valueOf(literal);
        }
        return Double.valueOf(literal);
    }
}
