package org.sqlvm.shell.text;

/** SQL's LIKE and GLOB, for the patterns of dot-commands. */
public final class Patterns {
    private Patterns() {}

    /** LIKE with {@code \} as the escape character; ASCII letters match in either case. */
    public static boolean like(String pattern, String text) {
        return like(pattern, 0, text, 0);
    }

    private static boolean like(String pattern, int p, String text, int t) {
        int i = p;
        int j = t;
        while (i < pattern.length()) {
            char c = pattern.charAt(i++);
            if (c == '%') {
                for (int k = j; k <= text.length(); k++) {
                    if (like(pattern, i, text, k)) {
                        return true;
                    }
                }
                return false;
            }
            if (j == text.length()) {
                return false;
            }
            if (c == '\\' && i < pattern.length()) {
                c = pattern.charAt(i++);
            } else if (c == '_') {
                j++;
                continue;
            }
            if (lower(c) != lower(text.charAt(j++))) {
                return false;
            }
        }
        return j == text.length();
    }

    public static boolean isGlob(String pattern) {
        return pattern.indexOf('*') >= 0 || pattern.indexOf('?') >= 0 || pattern.indexOf('[') >= 0;
    }

    public static boolean glob(String pattern, String text) {
        return glob(pattern, 0, text, 0);
    }

    private static boolean glob(String pattern, int p, String text, int t) {
        int i = p;
        int j = t;
        while (i < pattern.length()) {
            char c = pattern.charAt(i++);
            if (c == '*') {
                for (int k = j; k <= text.length(); k++) {
                    if (glob(pattern, i, text, k)) {
                        return true;
                    }
                }
                return false;
            }
            if (j == text.length()) {
                return false;
            }
            char actual = text.charAt(j++);
            if (c == '[') {
                i = set(pattern, i, actual);
                if (i < 0) {
                    return false;
                }
            } else if (c != '?' && c != actual) {
                return false;
            }
        }
        return j == text.length();
    }

    /** Matches a set of characters that begins at {@code from}. Gives the index after it, or -1. */
    private static int set(String pattern, int from, char actual) {
        int i = from;
        boolean inverted = i < pattern.length() && pattern.charAt(i) == '^';
        if (inverted) {
            i++;
        }
        boolean seen = false;
        int first = i;
        while (i < pattern.length() && (pattern.charAt(i) != ']' || i == first)) {
            char low = pattern.charAt(i++);
            char high = low;
            if (i + 1 < pattern.length()
                    && pattern.charAt(i) == '-'
                    && pattern.charAt(i + 1) != ']') {
                high = pattern.charAt(i + 1);
                i += 2;
            }
            seen |= actual >= low && actual <= high;
        }
        return i < pattern.length() && seen != inverted ? i + 1 : -1;
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }
}
