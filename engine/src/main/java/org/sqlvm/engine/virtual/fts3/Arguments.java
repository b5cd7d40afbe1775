package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.error.SqlException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The texts between the parentheses of USING: tokens, quotes and tokenizers. */
final class Arguments {
    private Arguments() {}

    private static boolean isPart(char c) {
        return c == '$'
                || c == '_'
                || (c >= '0' && c <= '9')
                || (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || c >= 0x80;
    }

    /** Whether a letter may stand in a name. */
    static boolean isNamePart(char c) {
        return isPart(c);
    }

    /** A token, which may have quotes, and the index behind it. */
    record Token(String text, int end) {}

    /** The next token; null if there is none. */
    static Token next(String text, int from) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = at;
            if (c == '\'' || c == '"' || c == '`') {
                end = quoteEnd(text, at, c);
            } else if (c == '[') {
                end = text.indexOf(']', at);
                end = end < 0 ? text.length() : end + 1;
            } else {
                while (end < text.length() && isPart(text.charAt(end))) {
                    end++;
                }
            }
            if (end > at) {
                return new Token(text.substring(at, end), end);
            }
            at++;
        }
        return null;
    }

    private static int quoteEnd(String text, int from, char quote) {
        int at = from + 1;
        while (at < text.length()) {
            if (text.charAt(at) != quote) {
                at++;
            } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
                at += 2;
            } else {
                return at + 1;
            }
        }
        return at;
    }

    /** The text without its quotes, if it begins with one. */
    static String unquoted(String text) {
        char quote = text.isEmpty() ? 0 : text.charAt(0);
        if (quote != '[' && quote != '\'' && quote != '"' && quote != '`') {
            return text;
        }
        char end = quote == '[' ? ']' : quote;
        StringBuilder inner = new StringBuilder();
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == end) {
                if (i + 1 == text.length() || text.charAt(i + 1) != end) {
                    break;
                }
                i++;
            }
            inner.append(c);
        }
        return inner.toString();
    }

    /** The tokenizer that the text behind {@code tokenize=} names. */
    static Tokenizer tokenizer(String text) {
        List<String> words = new ArrayList<>();
        for (Token each = next(text, 0); each != null; each = next(text, each.end())) {
            words.add(unquoted(each.text()));
        }
        String name = words.isEmpty() ? unquoted(text) : words.get(0);
        Tokenizer made = tokenizer(name, words.subList(Math.min(1, words.size()), words.size()));
        if (made == null) {
            throw SqlException.error("unknown tokenizer");
        }
        return made;
    }

    /**
     * A tokenizer by its name.
     *
     * @return null if its arguments are wrong
     * @throws SqlException if there is none of that name
     */
    static Tokenizer tokenizer(String name, List<String> arguments) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "simple" -> SimpleTokenizer.of(arguments);
            case "porter" -> new PorterTokenizer();
            case "unicode61" -> UnicodeTokenizer.of(arguments);
            default -> throw SqlException.error("unknown tokenizer: " + name);
        };
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
