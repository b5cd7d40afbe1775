package org.sqlvm.shell.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words of a dot-command: as in C, with quotes and backslash escapes. */
public final class CommandWords {
    /** The maximum number of words; the rest of the line is ignored. */
    private static final int LIMIT = 51;

    private CommandWords() {}

    /** Splits a line, whose first character is the dot. */
    public static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        int i = 1;
        int length = line.length();
        while (i < length && words.size() < LIMIT) {
            char c = line.charAt(i);
            if (StatementReader.isSpace(c)) {
                i++;
                continue;
            }
            int start = i;
            if (c == '\'' || c == '"') {
                i++;
                start++;
                while (i < length && line.charAt(i) != c) {
                    if (c == '"' && line.charAt(i) == '\\' && i + 1 < length) {
                        i++;
                    }
                    i++;
                }
                String word = line.substring(start, Math.min(i, length));
                words.add(c == '"' ? unescaped(word) : word);
                i++;
            } else {
                while (i < length && !StatementReader.isSpace(line.charAt(i))) {
                    i++;
                }
                words.add(unescaped(line.substring(start, i)));
                i++;
            }
        }
        return words;
    }

    /** Octal escapes are bytes, so that they can spell any UTF-8. */
    private static String unescaped(String word) {
        if (word.indexOf('\\') < 0) {
            return word;
        }
        byte[] in = word.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
        int i = 0;
        while (i < in.length) {
            int c = in[i++];
            if (c == '\\' && i < in.length) {
                c = in[i++];
                if (c >= '0' && c <= '7') {
                    int value = c - '0';
                    for (int n = 0; n < 2 && i < in.length && in[i] >= '0' && in[i] <= '7'; n++) {
                        value = value * 8 + in[i++] - '0';
                    }
                    c = value;
                } else {
                    c = escape(c);
                }
                if (c == 0) {
                    break;
                }
            }
            out.write(c);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static int escape(int c) {
        return switch (c) {
            case 'a' -> 7;
            case 'b' -> '\b';
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> 11;
            case 'f' -> '\f';
            case 'r' -> '\r';
            default -> c;
        };
    }

    /** Parses a number, which may be hexadecimal or have a unit such as K or MiB. */
    public static long integer(String word) {
        int i = 0;
        boolean negative = word.startsWith("-");
        if (negative || word.startsWith("+")) {
            i++;
        }
        long value = 0;
        if (word.startsWith("0x", i)) {
            for (i += 2; i < word.length() && Character.digit(word.charAt(i), 16) >= 0; i++) {
                value = value << 4 | Character.digit(word.charAt(i), 16);
            }
        } else {
            for (; i < word.length() && isDigit(word.charAt(i)); i++) {
                value = value * 10 + word.charAt(i) - '0';
            }
        }
        value *= unit(word.substring(i));
        return negative ? -value : value;
    }

    private static long unit(String suffix) {
        return switch (suffix.toLowerCase(Locale.ROOT)) {
            case "kib" -> 1L << 10;
            case "mib" -> 1L << 20;
            case "gib" -> 1L << 30;
            case "k", "kb" -> 1000;
            case "m", "mb" -> 1_000_000;
            case "g", "gb" -> 1_000_000_000;
            default -> 1;
        };
    }

    public static boolean isInteger(String word) {
        boolean hexadecimal = word.startsWith("0x");
        for (int i = hexadecimal ? 2 : 0; i < word.length(); i++) {
            if (hexadecimal ? Character.digit(word.charAt(i), 16) < 0 : !isDigit(word.charAt(i))) {
                return false;
            }
        }
        return !word.isEmpty();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Whether a word is the option {@code --name} or {@code -name}. */
    public static boolean isOption(String word, String name) {
        return word.equals("-" + name) || word.equals("--" + name);
    }
}
